import { nextRun } from '../schedules/next-run.ts'
import { fallbackTimeZone } from '../schedules/schedule-zone.ts'
import { activeFrom } from './active-hours.ts'
import type { Expectation } from './expectation.ts'

const noOtherMode = { intervalSecond: null, oneTimeModeEpochSecond: null, oneTimeModeTimezone: null } as const

/** Times of an expression that are looked through for one within the days and hours that count. */
const mostSkipped = 400

/**
 * When the signal after the one at `afterMs` is expected, in epoch milliseconds; null where none ever is. What is usual is no matter of
 * single signals: `expectUsual` says when it is.
 */
export const nextExpected = (expectation: Expectation, afterMs: number): number | null => {
  if (expectation.mode === 'LEARNED') return null
  return expectation.mode === 'EVERY' ? afterPeriod(expectation, afterMs) : byExpression(expectation, afterMs)
}

/**
 * Where the period ends outside the days and hours that count, it begins again with the next ones. Where it is too long to end in those,
 * either, the signal is expected with the first ones after it: never at a time that does not count.
 */
const afterPeriod = ({ everySeconds, activeHours, timezone }: Expectation, afterMs: number): number | null => {
  if (everySeconds === null) return null
  const periodMs = everySeconds * 1000
  const expectedMs = afterMs + periodMs
  if (activeHours === null) return expectedMs
  const countsFrom = (epochMs: number) => activeFrom(activeHours, timezone ?? fallbackTimeZone, epochMs)
  const countsMs = countsFrom(expectedMs)
  return countsMs === expectedMs ? expectedMs : countsFrom(countsMs + periodMs)
}

const byExpression = ({ expression, timezone, activeHours }: Expectation, afterMs: number): number | null => {
  const schedule = { mode: 'CUSTOM', expression, timezone, ...noOtherMode } as const
  let runMs = nextRun(schedule, afterMs, afterMs)
  if (activeHours === null) return runMs
  for (let skipped = 0; runMs !== null && skipped < mostSkipped; skipped += 1) {
    const countsMs = activeFrom(activeHours, timezone ?? fallbackTimeZone, runMs)
    if (countsMs === runMs) return runMs
    runMs = nextRun(schedule, countsMs, countsMs - 1)
  }
  return null
}
