import type { HeaderList } from './header-list.ts'

/** Headers as they are recorded, names and values by turns, as pairs. */
export const headerPairs = (turns: readonly string[]): HeaderList => {
  const pairs: HeaderList = []
  for (let index = 0; index < turns.length; index += 2) pairs.push([turns[index] ?? '', turns[index + 1] ?? ''])
  return pairs
}
