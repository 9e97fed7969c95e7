import { z } from 'zod'
import { firingModes, inARowLimits } from './firing-rules.ts'

export const FiringMode = z.enum(firingModes)
export type FiringMode = z.infer<typeof FiringMode>

/** When a notification fires. */
export const Firing = z.strictObject({
  mode: FiringMode.default('EVERY_TIME'),
  /** With ON_START: a second message when the condition stops holding. */
  notifyOnRecovery: z.boolean().default(false),
  /** Notifies only after the condition has held for this many executions in a row. */
  afterInARow: z.number().int().min(inARowLimits.min).max(inARowLimits.max).default(1),
  /** With ON_START: the condition counts as stopped only after it has not held for this many executions in a row. */
  recoverAfterInARow: z.number().int().min(inARowLimits.min).max(inARowLimits.max).default(1),
})
export type Firing = z.infer<typeof Firing>
