import { type CronSchedule, parseCron } from './cron-expression.ts'
import { dayWords, monthWords } from './cron-day-words.ts'
import { isRun, listOf, setPositions, stepOf, twoDigits } from './cron-sets.ts'

const unknown = 'Unknown cron expression'

/**
 * Says in words when an expression runs (SC-10); "Unknown cron expression" where it cannot be read. The words are made of
 * the times and days that match, not of how they are written, so that they agree with the runs.
 */
export function describeCron(expression: string): string {
  const schedule = parseCron(expression)
  if (schedule === null) return unknown
  const time = timeWords(schedule)
  const days = [...dayWords(schedule), ...monthWords(schedule)]
  // What says nothing of days runs on each of them.
  if (days.length === 0 && /^At \d\d:\d\d$/.test(time)) return time.replace('At', 'Every day at')
  return [time, ...days].join(', ')
}

const minutesOfHour = 60
const hoursOfDay = 24

function timeWords({ pattern }: CronSchedule): string {
  const minutes = setPositions(pattern.minute)
  const hours = setPositions(pattern.hour)
  const hourStep = stepOf(hours, hoursOfDay)
  const isEachHour = hours.length === hoursOfDay || hourStep !== null || (isRun(hours) && hours.length > 2)
  const [minute = 0] = minutes
  if (minutes.length === 1 && !isEachHour) return `At ${listOf(hours.map((hour) => clock(hour, minute)))}`
  if (minutes.length === 1 && minute === 0)
    return [everyHour(hours, hourStep), hoursBetween(hours, '00')].flat().join(', ')
  return [minuteWords(minutes), ...(hourStep === null ? hoursBetween(hours, '59') : [`every ${hourStep} hours`])].join(
    ', ',
  )
}

const clock = (hour: number, minute: number) => `${twoDigits(hour)}:${twoDigits(minute)}`

const everyHour = (hours: readonly number[], step: number | null) =>
  step === null || hours.length === hoursOfDay ? 'Every hour' : `Every ${step} hours`

function minuteWords(minutes: readonly number[]): string {
  if (minutes.length === minutesOfHour) return 'Every minute'
  const step = stepOf(minutes, minutesOfHour)
  if (step !== null) return `Every ${step} minutes`
  return `At ${listOf(minutes)} ${minutes.length === 1 && minutes[0] === 1 ? 'minute' : 'minutes'} past the hour`
}

/** Which hours of the day; nothing where it is each of them, or each so many. */
function hoursBetween(hours: readonly number[], lastMinute: string): string[] {
  if (hours.length === hoursOfDay || stepOf(hours, hoursOfDay) !== null) return []
  const [first = 0] = hours
  if (isRun(hours)) return [`between ${clock(first, 0)} and ${twoDigits(hours.at(-1) ?? first)}:${lastMinute}`]
  return [`in the hours ${listOf(hours.map(twoDigits))}`]
}
