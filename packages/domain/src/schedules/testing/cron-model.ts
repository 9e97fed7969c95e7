import fc from 'fast-check'

/** What a clock on the wall shows. */
export interface Wall {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  /** Sunday is 0. */
  weekday: number
}

/** The fields of a time that is given as the instant at which a clock of UTC shows it. */
export function wallAt(wallMs: number): Wall {
  const date = new Date(wallMs)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    weekday: date.getUTCDay(),
  }
}

export const lastDayOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

const weekdayOf = (year: number, month: number, day: number) => new Date(Date.UTC(year, month - 1, day)).getUTCDay()

export const isWeekday = ({ weekday }: Pick<Wall, 'weekday'>) => weekday >= 1 && weekday <= 5

/** Within the month the weekday that is nearest, as cron's W has it. */
export function nearestWeekday(year: number, month: number, day: number): number {
  const last = lastDayOf(year, month)
  if (day > last) return -1
  const weekday = weekdayOf(year, month, day)
  if (weekday === 6) return day === 1 ? 3 : day - 1
  if (weekday === 0) return day === last ? day - 2 : day + 1
  return day
}

const partMatches = (part: string, value: number, least: number): boolean => {
  const [range = '', step = '1'] = part.split('/')
  if (range === '*' || range === '?') return (value - least) % Number(step) === 0
  const [from = '', to = from] = range.split('-')
  return value >= Number(from) && value <= Number(to) && (value - Number(from)) % Number(step) === 0
}

const fieldMatches = (field: string, value: number, least: number) =>
  field.split(',').some((part) => partMatches(part, value, least))

const dayMatches = (field: string, { year, month, day }: Wall) =>
  field.split(',').some((part) => {
    if (part === 'L') return day === lastDayOf(year, month)
    if (part.endsWith('W')) return day === nearestWeekday(year, month, Number(part.slice(0, -1)))
    return partMatches(part, day, 1)
  })

const weekdayMatches = (field: string, { year, month, day, weekday }: Wall) =>
  field.split(',').some((part) => {
    const [name = '', ordinal] = part.split('#')
    const isThat = partMatches(name, weekday, 0) || (weekday === 0 && name !== '*' && partMatches(name, 7, 0))
    if (ordinal === undefined) return isThat
    const nth = ordinal === 'L' ? day + 7 > lastDayOf(year, month) : Math.ceil(day / 7) === Number(ordinal)
    return isThat && nth
  })

/**
 * Whether an expression of five fields, written in numbers, matches what a clock of UTC shows, by the rules of Vixie cron,
 * read from its text.
 */
export function matcherOf(expression: string): {
  matches: (wallMs: number) => boolean
  isEveryHour: boolean
} {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = expression.split(' ')
  const hours = Array.from({ length: 24 }, (_, value) => fieldMatches(hour, value, 0))
  const minutes = Array.from({ length: 60 }, (_, value) => fieldMatches(minute, value, 0))
  const isAnd = /^[*?]/.test(day) || /^[*?+]/.test(weekday)
  const isDay = (wall: Wall) => {
    if (!fieldMatches(month, wall.month, 1)) return false
    const both = [dayMatches(day, wall), weekdayMatches(weekday.replace(/^\+/, ''), wall)]
    return isAnd ? both.every(Boolean) : both.some(Boolean)
  }
  const days = new Map<number, boolean>()
  const matches = (wallMs: number) => {
    const minuteOfTime = Math.floor(wallMs / 60_000)
    if (minutes[minuteOfTime % 60] !== true || hours[Math.floor(minuteOfTime / 60) % 24] !== true) return false
    const number = Math.floor(minuteOfTime / 1440)
    const known = days.get(number) ?? isDay(wallAt(wallMs))
    days.set(number, known)
    return known
  }
  return { matches, isEveryHour: hours.every(Boolean) }
}

const numbers = (least: number, most: number) => {
  const one = fc.integer({ min: least, max: most })
  const range = fc.tuple(one, one).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`)
  const step = fc.integer({ min: 1, max: Math.min(12, most) })
  return fc.oneof(
    one.map(String),
    range,
    fc.tuple(range, step).map(([text, by]) => `${text}/${by}`),
    step.map((by) => `*/${by}`),
  )
}

const field = (least: number, most: number, ...others: string[]) => {
  const part = others.length === 0 ? numbers(least, most) : fc.oneof(numbers(least, most), fc.constantFrom(...others))
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant('*') },
    { weight: 4, arbitrary: part },
    {
      weight: 2,
      arbitrary: fc
        .array(fc.oneof(part, fc.constant('*')), { minLength: 2, maxLength: 3 })
        .map((parts) => parts.join(',')),
    },
  )
}

/** Expressions in numbers, of all that the fields take. */
export const anyExpression = fc
  .tuple(
    field(0, 59),
    field(0, 23),
    field(1, 31, 'L', '15W', '1W', '31W', '?'),
    field(1, 12),
    fc.tuple(fc.constantFrom('', '', '', '+'), field(0, 7, '5#L', '1#2', '0#5', '?')).map((parts) => parts.join('')),
  )
  .map((fields) => fields.join(' '))
