/** The positions at which something stands. */
export const setPositions = (flags: readonly number[]): number[] =>
  flags.flatMap((flag, position) => (flag ? [position] : []))

/** Whether each number follows the one before it. */
export const isRun = (numbers: readonly number[]): boolean =>
  numbers.every((number, index) => index === 0 || number === (numbers[index - 1] ?? 0) + 1)

/** The distance of numbers that stand evenly from 0 on, all around a dial; null for others. */
export function stepOf(numbers: readonly number[], dial: number): number | null {
  const step = dial / numbers.length
  const isEven = numbers.length > 1 && numbers.length < dial && numbers.every((number, at) => number === at * step)
  return isEven ? step : null
}

/** "1", "1 and 2", "1, 2 and 3". */
export function listOf(items: readonly (string | number)[], conjunction = 'and'): string {
  if (items.length < 2) return String(items[0] ?? '')
  return `${items.slice(0, -1).join(', ')} ${conjunction} ${items.at(-1)}`
}

/** "1st", "2nd", "3rd", "11th", "31st". */
export function ordinalOf(day: number): string {
  const isTeen = day > 10 && day < 14
  const endings = ['th', 'st', 'nd', 'rd']
  return `${day}${(isTeen ? undefined : endings[day % 10]) ?? 'th'}`
}
