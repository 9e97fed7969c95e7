import { z } from 'zod'
import { RequestCondition } from '../conditions/condition.ts'
import { normalizeCondition } from '../conditions/condition-rules.ts'
import { expectationLimits, expectationModes, longestExpectation, shortestEvery } from './heartbeat-rules.ts'

const secondsWithin = ({ min, max }: { min: number; max: number }, message: string) =>
  z.number(message).int(message).min(min, message).max(max, message)

const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 09:00.')

/** When an expectation counts, by the clocks of its zone. `days`: 1 is Monday. From a time until another one, perhaps of the next day. */
export const ActiveHours = z.strictObject({
  days: z.array(z.number().int().min(1).max(7)).min(1, 'Choose at least one day.').max(7),
  from: clock,
  until: clock,
})
export type ActiveHours = z.infer<typeof ActiveHours>

/**
 * When a receiver expects calls. Only the fields of its mode matter and have to be given; the others are kept, so that switching
 * modes loses nothing.
 */
export const Expectation = z.strictObject({
  mode: z.enum(expectationModes),
  everySeconds: secondsWithin(expectationLimits.every, `Enter a time from ${shortestEvery} to ${longestExpectation}.`)
    .nullable()
    .default(null),
  expression: z.string().max(256).nullable().default(null),
  /** Of the expression, and of the days and hours. Null: UTC. */
  timezone: z.string().max(64).nullable().default(null),
  /** How late a signal may be. */
  graceSeconds: secondsWithin(expectationLimits.grace, `Enter a time of at most ${longestExpectation}.`).default(60),
  /** How long a run may take from its start to its end. Null: until the next signal is overdue. */
  maxRunSeconds: secondsWithin(expectationLimits.run, `Enter a time from 1 second to ${longestExpectation}.`)
    .nullable()
    .default(null),
  /** The days and hours in which it counts; null: always. */
  activeHours: ActiveHours.nullable().default(null),
  /** HEAD requests are signals too. Anyone who shows a preview of a link sends one. */
  countsHead: z.boolean().default(false),
  /** A success only where the request meets it; else it is a failure, as one whose value could not be read is. Null: always. */
  successCondition: RequestCondition.nullable().default(null),
})
export type Expectation = z.infer<typeof Expectation>

/** As it is stored: what was saved by an earlier version has no condition. */
export type StoredExpectation = Omit<Expectation, 'successCondition'> & Partial<Pick<Expectation, 'successCondition'>>

export const expectationOf = (stored: StoredExpectation): Expectation => ({ successCondition: null, ...stored })

/** With its condition as it is stored. */
export const normalizeExpectation = (expectation: Expectation): Expectation => ({
  ...expectation,
  successCondition: expectation.successCondition && normalizeCondition(expectation.successCondition),
})
