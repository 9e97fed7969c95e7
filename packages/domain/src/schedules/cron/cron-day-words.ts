import type { CronSchedule } from './cron-expression.ts'
import { isRun, listOf, ordinalOf, setPositions } from './cron-sets.ts'

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

const daysOfMonth = 31

/** Which days of the month and of the week; nothing where it is each. */
export function dayWords(schedule: CronSchedule): string[] {
  const days = monthDayWords(schedule)
  const names = weekdayNames(schedule)
  if (days === null && names === null) return []
  // Where one of two fields suffices, and one matches every day, the other restricts nothing.
  if (!schedule.isDayAnd) return days === null || names === null ? [] : [days, `or ${onWeekdays(names)}`]
  if (names === null) return [days ?? '']
  if (days === null) return [names.run ?? onWeekdays(names)]
  return [
    days,
    `if it is ${listOf(
      names.items.map(({ article, name }) => article + name),
      'or',
    )}`,
  ]
}

/** "Mondays", "Monday through Friday", where the days of the week are all that restricts the days; else null. */
export function plainWeekdays(schedule: CronSchedule): string | null {
  if (!schedule.isDayAnd || monthDayWords(schedule) !== null) return null
  const names = weekdayNames(schedule)
  if (names === null || names.items.some(({ article }) => article !== 'a ')) return null
  return names.run ?? listOf(names.items.map(({ name }) => `${name}s`))
}

export function monthWords({ pattern }: CronSchedule): string[] {
  const set = setPositions(pattern.month)
  if (set.length === months.length) return []
  const names = set.map((month) => months[month] ?? '')
  return [isRun(set) && set.length > 2 ? `${names[0]} through ${names.at(-1)}` : `in ${listOf(names)}`]
}

/** Null where it is every day. */
function monthDayWords({ pattern }: CronSchedule): string | null {
  const days = setPositions(pattern.day).map((day) => ordinalOf(day + 1))
  if (days.length === daysOfMonth) return null
  const special = [
    ...setPositions(pattern.nearestWeekdays).map((day) => `the weekday nearest the ${ordinalOf(day + 1)}`),
    ...(pattern.lastWeekday ? ['the last weekday'] : []),
    ...(pattern.lastDayOfMonth ? ['the last day'] : []),
  ]
  if (isRun(setPositions(pattern.day)) && days.length > 2)
    return `on ${listOf([`the ${days[0]} through ${days.at(-1)}`, ...special])} of the month`
  // Each has its own article where not all of them are numbers.
  const listed = special.length === 0 ? `the ${listOf(days)}` : listOf([...days.map((day) => `the ${day}`), ...special])
  return `on ${listed} of the month`
}

interface WeekdayNames {
  items: { article: string; name: string }[]
  /** "Monday through Friday", where they are such days. */
  run: string | null
}

/** Of croner's bits for a weekday: the first to the fifth of a month, and the last. */
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'last'] as const
const everyOrdinal = 0b11_1111
const firstToFifth = 0b1_1111

const isEach = (bit: number) => (bit & firstToFifth) === firstToFifth

/** Null where it is every day. */
function weekdayNames({ pattern }: CronSchedule): WeekdayNames | null {
  const bits = pattern.dayOfWeek.slice(0, weekdays.length)
  if (bits.every(isEach)) return null
  const items = weekdays.flatMap((name, day) => {
    const bit = bits[day] ?? 0
    if (isEach(bit)) return [{ article: 'a ', name }]
    return ordinals.flatMap((ordinal, at) =>
      (bit & everyOrdinal & (1 << at)) === 0 ? [] : [{ article: 'the ', name: `${ordinal} ${name} of the month` }],
    )
  })
  const set = setPositions(bits)
  const isPlainRun = set.length > 2 && isRun(set) && items.every(({ article }) => article === 'a ')
  return { items, run: isPlainRun ? `${items[0]?.name} through ${items.at(-1)?.name}` : null }
}

const onWeekdays = ({ items }: WeekdayNames): string =>
  `on ${listOf(items.map(({ article, name }) => (article === 'a ' ? `${name}s` : article + name)))}`
