import type { Expectation } from './expectation.ts'

/**
 * NEW: no signal came yet. UP: the last one came in time. RUNNING: a run has started and not ended. LATE: a signal is due, and
 * its grace not over. DOWN: none came, one reported a failure, or a run took too long. PAUSED: the receiver is disabled.
 */
export const heartbeatStates = ['NEW', 'UP', 'RUNNING', 'LATE', 'DOWN', 'PAUSED'] as const
export type HeartbeatState = (typeof heartbeatStates)[number]

/**
 * EVERY: so many seconds after the signal before. CRON: at the times of a cron expression. LEARNED: as many requests as are usual at that
 * hour of the week.
 */
export const expectationModes = ['EVERY', 'CRON', 'LEARNED'] as const

const daySeconds = 86_400

/** In seconds. */
export const expectationLimits = {
  every: { min: 30, max: 366 * daySeconds },
  grace: { min: 0, max: 366 * daySeconds },
  run: { min: 1, max: 366 * daySeconds },
} as const

/** What an expectation starts with: a signal each hour, five minutes late at most. */
export const defaultExpectation: Expectation = {
  mode: 'EVERY',
  everySeconds: 3600,
  expression: null,
  timezone: null,
  graceSeconds: 300,
  maxRunSeconds: null,
  activeHours: null,
  countsHead: false,
  successCondition: null,
}
