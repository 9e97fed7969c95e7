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
const longestSeconds = 366 * daySeconds

/** In seconds. */
export const expectationLimits = {
  every: { min: 30, max: longestSeconds },
  grace: { min: 0, max: longestSeconds },
  run: { min: 1, max: longestSeconds },
} as const

/** In words, of the least and the most of `expectationLimits`. */
export const shortestEvery = `${expectationLimits.every.min} seconds`
export const longestExpectation = `${longestSeconds / daySeconds} days`

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

/**
 * What a heartbeat that is down by silence waits for: the END of a run that has started, its FIRST call, or the NEXT one.
 * `durationMs`: for how long that run has gone on; null where none has started.
 */
export const missingCall = (
  durationMs: number | null,
  lastSignal: number | string | null,
): 'END' | 'FIRST' | 'NEXT' => {
  if (durationMs !== null) return 'END'
  return lastSignal === null ? 'FIRST' : 'NEXT'
}
