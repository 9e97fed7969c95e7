import { z } from 'zod'

/**
 * EVERY_TIME: at each execution for which the condition holds (the default).
 * ON_START: when it starts to hold, and not again until it has stopped.
 */
export const FiringMode = z.enum(['EVERY_TIME', 'ON_START'])
export type FiringMode = z.infer<typeof FiringMode>

/** Of `afterInARow`. */
export const inARowLimits = { min: 1, max: 100 } as const

/** When a notification tells. */
export const Firing = z.strictObject({
  mode: FiringMode.default('EVERY_TIME'),
  /** With ON_START: a second message when the condition stops holding. */
  tellsRecovery: z.boolean().default(false),
  /** Tells only after the condition has held for this many executions in a row. */
  afterInARow: z.number().int().min(inARowLimits.min).max(inARowLimits.max).default(1),
})
export type Firing = z.infer<typeof Firing>

export const defaultFiring: Firing = { mode: 'EVERY_TIME', tellsRecovery: false, afterInARow: 1 }
