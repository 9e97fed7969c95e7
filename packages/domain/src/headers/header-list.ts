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

/** The headers that came in, with the values that are masked wherever else they are answered. */
export const RevealedHeaders = z.object({ headers: HeaderList })
export type RevealedHeaders = z.infer<typeof RevealedHeaders>
