import { z } from 'zod'

/** Header names and values in the order and case in which they came or go out; a name may stand several times. */
export const HeaderList = z.array(z.tuple([z.string(), z.string()]))
export type HeaderList = z.infer<typeof HeaderList>

export type ReadonlyHeaderList = readonly (readonly [name: string, value: string])[]

/** An object of names and values is accepted too; its headers are then in the order of its keys. */
export const HeaderListInput = z.union([
  HeaderList,
  z.record(z.string(), z.string()).transform((headers): HeaderList => Object.entries(headers)),
])

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
