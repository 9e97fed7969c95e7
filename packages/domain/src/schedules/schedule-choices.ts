import { instantOf, type LocalDateTime, localDateTimeAt } from './zone-clock.ts'

export const scheduleModes = ['INTERVAL', 'CUSTOM', 'ONE_TIME'] as const

const minuteSeconds = 60

const option = (minutes: number, label: string) => ({ intervalSecond: minutes * minuteSeconds, label })

/** The intervals on offer, shortest first. */
export const intervalOptions: readonly { intervalSecond: number; label: string }[] = [
  option(1, '1 minute'),
  option(5, '5 minutes'),
  option(10, '10 minutes'),
  option(30, '30 minutes'),
  option(60, '60 minutes'),
  option(1440, '1 day'),
  option(10080, '1 week'),
]

export const defaultIntervalSecond = 30 * minuteSeconds

export const isOfferedInterval = (intervalSecond: number) =>
  intervalOptions.some((offered) => offered.intervalSecond === intervalSecond)

const yearsOffered = 20

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

export const monthChoices = range(1, 12)
export const hourChoices = range(0, 23)
export const minuteChoices = range(0, 59)
export const secondChoices = range(0, 59)

/** The current year in the zone, and the 19 after it. */
export function yearChoices(nowMs: number, timeZone: string): number[] {
  const { year } = localDateTimeAt(nowMs, timeZone)
  return range(year, year + yearsOffered - 1)
}

const monthLength = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

export const dayChoices = (year: number, month: number) => range(1, monthLength(year, month))

/** The same fields with the day kept inside its month, for when year or month was changed. */
export const withinMonth = (local: LocalDateTime): LocalDateTime => ({
  ...local,
  day: Math.min(local.day, monthLength(local.year, local.month)),
})

/** What the picker starts with: the zone's current time, its second 0. */
export const defaultOneTime = (nowMs: number, timeZone: string): LocalDateTime => ({
  ...localDateTimeAt(nowMs, timeZone),
  second: 0,
})

export const epochSecondOf = (local: LocalDateTime, timeZone: string) => instantOf(local, timeZone) / 1000

export const oneTimeAt = (epochSecond: number, timeZone: string) => localDateTimeAt(epochSecond * 1000, timeZone)
