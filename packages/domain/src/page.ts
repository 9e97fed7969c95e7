import { z } from 'zod'
import { Id } from './id.ts'

/** `page` counts from 0. */
export const pageQuery = (defaultSize: number) => ({
  page: z.coerce.number().int().min(0).max(100_000).default(0),
  size: z.coerce.number().int().min(1).max(100).default(defaultSize),
})

/** Ids, separated by commas, that a list leaves out, and does not count: those that are about to be deleted. */
export const WithoutIds = z
  .string()
  .max(200 * 37)
  .transform((text) => text.split(','))
  .pipe(z.array(Id))
  .default([])

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ results: z.array(item), total: z.number().int(), page: z.number().int() })

/** A number for each of the keys: an object in the API's description too, where a record of an enumeration has no properties. */
export const countsBy = <K extends string>(keys: readonly K[]) =>
  z.object(Object.fromEntries(keys.map((key) => [key, z.number().int()])) as Record<K, z.ZodNumber>)

export const IdParams = z.object({ id: Id })
export const CreatedView = z.object({ id: Id })
