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

/** Headers as they are recorded, names and values by turns, as pairs. */
export const headerPairs = (turns: readonly string[]): HeaderList => {
  const pairs: HeaderList = []
  for (let index = 0; index < turns.length; index += 2) pairs.push([turns[index] ?? '', turns[index + 1] ?? ''])
  return pairs
}

/** The headers that came in, with the values that are masked wherever else they are answered. */
export const RevealedHeaders = z.object({ headers: HeaderList })
export type RevealedHeaders = z.infer<typeof RevealedHeaders>

const names: ReadonlySet<string> = new Set(['x-auth', 'x-session', 'x-session-id'])
const parts = [
  'authorization',
  'cookie',
  'token',
  'secret',
  'password',
  'credential',
  'api-key',
  'apikey',
  'auth-key',
  'access-key',
]

/** Stands for a secret in what is shown of a request. */
export const masked = '********'

/** Whether a header's value is likely to let its reader in somewhere: it is kept encrypted, and masked on the screen. */
export const isSecretHeader = (name: string): boolean => {
  const plain = name.toLowerCase().replaceAll('_', '-')
  return names.has(plain) || parts.some((part) => plain.includes(part))
}

/** The headers with a mask in place of each value that is likely a secret. */
export const maskSecretHeaders = (headers: ReadonlyHeaderList): HeaderList =>
  headers.map(([name, value]) => [name, isSecretHeader(name) ? masked : value])
