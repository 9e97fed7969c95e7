import type { HeaderList, ReadonlyHeaderList } from './header-list.ts'

/** The values of every header of that name, in any case, in their order. */
export const headerValues = (headers: ReadonlyHeaderList, name: string): string[] => {
  const lowerName = name.toLowerCase()
  return headers.filter(([one]) => one.toLowerCase() === lowerName).map(([, value]) => value)
}

/** The values of a name joined with ", " (RFC 9110 section 5.3); null where there is no such header. */
export const joinedHeader = (headers: ReadonlyHeaderList, name: string): string | null => {
  const values = headerValues(headers, name)
  return values.length === 0 ? null : values.join(', ')
}

export const hasHeader = (headers: readonly (readonly [name: string, value: unknown])[], name: string): boolean => {
  const lowerName = name.toLowerCase()
  return headers.some(([one]) => one.toLowerCase() === lowerName)
}

export const contentTypeOf = (headers: ReadonlyHeaderList): string | undefined =>
  headerValues(headers, 'content-type')[0]

/** Headers as they are recorded, names and values by turns, as pairs. */
export const headerPairs = (turns: readonly string[]): HeaderList => {
  const pairs: HeaderList = []
  for (let index = 0; index < turns.length; index += 2) pairs.push([turns[index] ?? '', turns[index + 1] ?? ''])
  return pairs
}
