import { z } from 'zod'
import { ErrorCode } from './errors.ts'
import { Id } from './id.ts'

/** A page of a list at its longest. */
export const mostDeleted = 100

/** Tasks or receivers that one call deletes, each as its own call would: those that are active only with `deactivate`. */
export const DeleteManyInput = z.strictObject({
  ids: z.array(Id).min(1).max(mostDeleted),
  deactivate: z.boolean().default(false),
})
export type DeleteManyInput = z.infer<typeof DeleteManyInput>

/** How many were deleted, and why each of the others was not: NOT_FOUND for those that are gone already. */
export const DeletedManyView = z.object({
  deleted: z.number().int(),
  problems: z.array(z.object({ id: Id, code: ErrorCode, message: z.string() })),
})
export type DeletedManyView = z.infer<typeof DeletedManyView>
