import { z } from 'zod'
import { Id } from './id.ts'

/** `page` counts from 0. */
export const pageQuery = (defaultSize: number) => ({
  page: z.coerce.number().int().min(0).max(100_000).default(0),
  size: z.coerce.number().int().min(1).max(100).default(defaultSize),
})

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ results: z.array(item), total: z.number().int(), page: z.number().int() })

export const IdParams = z.object({ id: Id })
export const CreatedView = z.object({ id: Id })

export const pageSizes = { tasks: 10, taskHistory: 10, receivers: 10, receiverHistory: 20 } as const
