/*
 * Times of an expression by arithmetic of the checker's own. It knows those alone that name minutes of each hour, and zones whose clocks
 * are never changed: they are shifted by a part of an hour, so that a wrong zone is seen.
 */

const minuteMs = 60_000

/** From UTC, in minutes. */
const offsets: Readonly<Record<string, number>> = { UTC: 0, 'Asia/Kolkata': 330, 'Asia/Kathmandu': 345 }

const numbersOf = (part: string): number[] => {
  const [range = '', step = '1'] = part.split('/')
  const [from = 0, to = range.includes('-') ? 59 : from] = range === '*' ? [0, 59] : range.split('-').map(Number)
  const count = Math.floor((to - from) / Number(step)) + 1
  return Array.from({ length: count }, (_, index) => from + index * Number(step))
}

const minutesOf = (expression: string): ReadonlySet<number> => {
  const [minutes = '', ...others] = expression.split(' ')
  const numbers = minutes.split(',').flatMap(numbersOf)
  const isKnown = others.join(' ') === '* * * *' && numbers.every((minute) => minute >= 0 && minute < 60)
  if (!isKnown || numbers.length === 0) throw new Error(`The checker does not know the expression ${expression}.`)
  return new Set(numbers)
}

/** The first time of an expression from a given one on. */
export const cronTimeFrom = (expression: string, timezone: string | null, fromMs: number): number => {
  const offset = offsets[timezone ?? 'UTC']
  if (offset === undefined) throw new Error(`The checker does not know the zone ${timezone}.`)
  const minutes = minutesOf(expression)
  for (let minute = Math.ceil(fromMs / minuteMs); ; minute += 1)
    if (minutes.has((minute + offset) % 60)) return minute * minuteMs
}
