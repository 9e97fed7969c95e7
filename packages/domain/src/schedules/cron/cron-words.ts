import { type CronSchedule, parseCron } from './cron-expression.ts'
import { dayWords, monthWords, plainWeekdays } from './cron-day-words.ts'
import { isRun, listOf, setPositions, stepOf } from './cron-sets.ts'

const unknown = 'Unknown cron expression'

/** The hours on the reader's clock: "8:00 AM", or "08:00". */
export type ClockHours = 12 | 24

/**
 * Says in words when an expression runs (SC-10); "Unknown cron expression" where it cannot be read. The words are made of
 * the times and days that match, not of how they are written, so that they agree with the runs.
 */
export function describeCron(expression: string, clockHours: ClockHours = 24): string {
  const schedule = parseCron(expression)
  if (schedule === null) return unknown
  const clock = clockOf(clockHours)
  const [times, days, months] = [timesOfDay(schedule, clock), dayWords(schedule), monthWords(schedule)]
  if (times === null) return [frequencyWords(schedule, clock), ...days, ...months].join(', ')
  const weekdays = plainWeekdays(schedule)
  if (weekdays !== null) return [`${weekdays} at ${times}`, ...months].join(', ')
  // What says nothing of days runs on each of them.
  return days.length + months.length === 0 ? `Every day at ${times}` : [`At ${times}`, ...days, ...months].join(', ')
}

const minutesOfHour = 60
const hoursOfDay = 24

type Clock = (hour: number, minute: number) => string

const twoDigits = (value: number): string => String(value).padStart(2, '0')

const clockOf =
  (clockHours: ClockHours): Clock =>
  (hour, minute) =>
    clockHours === 24
      ? `${twoDigits(hour)}:${twoDigits(minute)}`
      : `${hour % 12 === 0 ? 12 : hour % 12}:${twoDigits(minute)} ${hour < 12 ? 'AM' : 'PM'}`

/** Whether hours are said in words, such as "every 2 hours", rather than one by one. */
const isPlainHours = (hours: readonly number[]) =>
  hours.length === hoursOfDay || stepOf(hours, hoursOfDay) !== null || (isRun(hours) && hours.length > 2)

/** "8:00 AM and 5:00 PM"; null where the runs of a day are not said one by one. */
function timesOfDay({ pattern }: CronSchedule, clock: Clock): string | null {
  const [minutes, hours] = [setPositions(pattern.minute), setPositions(pattern.hour)]
  const [minute = 0] = minutes
  return minutes.length === 1 && !isPlainHours(hours) ? listOf(hours.map((hour) => clock(hour, minute))) : null
}

function frequencyWords({ pattern }: CronSchedule, clock: Clock): string {
  const minutes = setPositions(pattern.minute)
  const hours = setPositions(pattern.hour)
  const hourStep = stepOf(hours, hoursOfDay)
  if (minutes.length === 1 && minutes[0] === 0)
    return [everyHour(hours, hourStep), ...hoursBetween(hours, 0, clock)].join(', ')
  return [
    minuteWords(minutes),
    ...(hourStep === null ? hoursBetween(hours, 59, clock) : [`every ${hourStep} hours`]),
  ].join(', ')
}

const everyHour = (hours: readonly number[], step: number | null) =>
  step === null || hours.length === hoursOfDay ? 'Every hour' : `Every ${step} hours`

function minuteWords(minutes: readonly number[]): string {
  if (minutes.length === minutesOfHour) return 'Every minute'
  const step = stepOf(minutes, minutesOfHour)
  if (step !== null) return `Every ${step} minutes`
  return `At ${listOf(minutes)} ${minutes.length === 1 && minutes[0] === 1 ? 'minute' : 'minutes'} past the hour`
}

/** Which hours of the day; nothing where it is each of them, or each so many. */
function hoursBetween(hours: readonly number[], lastMinute: number, clock: Clock): string[] {
  if (hours.length === hoursOfDay || stepOf(hours, hoursOfDay) !== null) return []
  const [first = 0] = hours
  if (isRun(hours)) return [`between ${clock(first, 0)} and ${clock(hours.at(-1) ?? first, lastMinute)}`]
  return [`in the hours starting at ${listOf(hours.map((hour) => clock(hour, 0)))}`]
}
