import { z } from 'zod'
import { expectationLimits, expectationModes } from './heartbeat-rules.ts'

const secondsWithin = ({ min, max }: { min: number; max: number }, message: string) =>
  z.number(message).int(message).min(min, message).max(max, message)

/**
 * When a receiver expects calls. Only the fields of its mode matter and have to be given; the others are kept, so that switching
 * modes loses nothing.
 */
export const Expectation = z.strictObject({
  mode: z.enum(expectationModes),
  everySeconds: secondsWithin(expectationLimits.every, 'Enter a time from 30 seconds to 366 days.')
    .nullable()
    .default(null),
  expression: z.string().max(256).nullable().default(null),
  /** Of the expression. Null: UTC. */
  timezone: z.string().max(64).nullable().default(null),
  /** How late a signal may be. */
  graceSeconds: secondsWithin(expectationLimits.grace, 'Enter a time of at most 366 days.').default(60),
  /** How long a run may take from its start to its end. Null: until the next signal is overdue. */
  maxRunSeconds: secondsWithin(expectationLimits.run, 'Enter a time from 1 second to 366 days.')
    .nullable()
    .default(null),
})
export type Expectation = z.infer<typeof Expectation>
