/** The positions at which something stands. */
export const setPositions = (flags: readonly number[]): number[] =>
  flags.flatMap((flag, position) => (flag ? [position] : []))

export const twoDigits = (value: number): string => String(value).padStart(2, '0')

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
