import { z } from 'zod'
import { RequestCondition } from '../conditions/condition.ts'
import { Firing } from './firing.ts'

/** Which of its receiver's requests a notification is sent for: each, or those that its condition and its firing say. */
export const When = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('EACH_REQUEST') }),
  z.strictObject({ kind: z.literal('REQUEST'), condition: RequestCondition, ...Firing.shape }),
])
export type When = z.infer<typeof When>
