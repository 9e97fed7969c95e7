import { nextRun } from '../schedules/next-run.ts'
import type { Expectation } from './expectation.ts'

/** When the signal after the one at `afterMs` is expected, in epoch milliseconds; null where none ever is. */
export const nextExpected = (expectation: Expectation, afterMs: number): number | null => {
  const { mode, everySeconds, expression, timezone } = expectation
  if (mode === 'EVERY') return everySeconds === null ? null : afterMs + everySeconds * 1000
  const schedule = { mode: 'CUSTOM', expression, timezone, ...noOtherMode } as const
  return nextRun(schedule, afterMs, afterMs)
}

const noOtherMode = { intervalSecond: null, oneTimeModeEpochSecond: null, oneTimeModeTimezone: null } as const
