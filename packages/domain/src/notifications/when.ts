import { z } from 'zod'
import { RequestCondition } from '../conditions/condition.ts'
import { Firing } from './firing.ts'

/**
 * When a notification about a heartbeat is sent: when it goes down, counting each signal that is missing or reports a failure.
 */
export const HeartbeatFiring = z.strictObject({
  notifyOnRecovery: z.boolean().default(true),
  /** Also when a signal is late, and its grace not over. */
  notifyWhenLate: z.boolean().default(false),
  afterInARow: Firing.shape.afterInARow,
  /** It counts as recovered only after so many signals in a row. */
  recoverAfterInARow: Firing.shape.recoverAfterInARow,
})
export type HeartbeatFiring = z.infer<typeof HeartbeatFiring>

/**
 * What of its receiver a notification is sent for: each request, those that its condition and its firing say, or when calls that
 * it expects fail to come.
 */
export const When = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('EACH_REQUEST') }),
  z.strictObject({ kind: z.literal('REQUEST'), condition: RequestCondition, ...Firing.shape }),
  z.strictObject({ kind: z.literal('HEARTBEAT'), ...HeartbeatFiring.shape }),
])
export type When = z.infer<typeof When>
