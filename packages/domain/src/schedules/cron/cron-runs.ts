import { Cron } from 'croner'
import type { CronSchedule } from './cron-expression.ts'
import { firstInstant, instantOfWall, zoneOffsetMs } from '../zone-clock.ts'

/** A clock on the wall goes back by at most a day, and not twice within that. */
const longestOverlapMs = 27 * 3_600_000

/** Finds the runs of a cron expression in a time zone. */
export interface CronRuns {
  /** The first after an instant, in epoch milliseconds; null where there is none. */
  next: (afterMs: number) => number | null
}

/**
 * The expression is matched against the clock on the wall as if that was UTC's, whose days have no gaps, and each time that
 * matches is then found in the zone. A time that is skipped runs at the first moment after the gap, together with others
 * of that gap; a time that comes twice runs the first time. A schedule of every hour goes on in real time instead: it runs
 * whenever the clock shows a time that matches.
 */
export function cronRunsIn({ fields, isDayAnd, isEveryHour }: CronSchedule, timezone: string): CronRuns {
  const cron = new Cron(fields.join(' '), { utcOffset: 0, mode: '5-part', domAndDow: isDayAnd })
  /** The first time on the wall that matches, strictly after another one. */
  const match = (wallMs: number) => cron.nextRun(new Date(wallMs))?.getTime() ?? null
  const offsetAt = (epochMs: number) => zoneOffsetMs(epochMs, timezone)
  const clock = { timezone, match, offsetAt }
  return {
    next: (afterMs) => (isEveryHour ? nextShown(clock, afterMs) : nextReached(clock, afterMs)),
  }
}

interface WallClock {
  timezone: string
  match: (wallMs: number) => number | null
  offsetAt: (epochMs: number) => number
}

/** When the clock first shows a matching time that it had not reached before, or passes it. */
function nextReached({ timezone, match, offsetAt }: WallClock, afterMs: number): number | null {
  const offsetMs = offsetAt(afterMs)
  const earlierMs = offsetAt(afterMs - longestOverlapMs)
  let reachedMs = afterMs + offsetMs
  if (earlierMs > offsetMs) {
    const changeMs = changeBetween(afterMs - longestOverlapMs, afterMs, offsetAt)
    reachedMs = Math.max(reachedMs, changeMs + earlierMs - 1)
  }
  const wallMs = match(reachedMs)
  return wallMs === null ? null : instantOfWall(wallMs, timezone)
}

/** When the clock first shows a matching time. */
function nextShown({ timezone, match, offsetAt }: WallClock, afterMs: number): number | null {
  const offsetMs = offsetAt(afterMs)
  const untilMs = afterMs + longestOverlapMs
  const laterMs = offsetAt(untilMs)
  let wallMs = match(afterMs + offsetMs)
  if (wallMs === null) return null
  if (wallMs - offsetMs <= untilMs && laterMs === offsetMs) return wallMs - offsetMs
  if (laterMs !== offsetMs) {
    const changeMs = changeBetween(afterMs, untilMs, offsetAt)
    if (wallMs - offsetMs < changeMs) return wallMs - offsetMs
    wallMs = match(changeMs + laterMs - 1)
    if (wallMs === null) return null
    if (wallMs - laterMs <= untilMs) return wallMs - laterMs
  }
  for (;;) {
    const epochMs = instantOfWall(wallMs, timezone)
    const shownMs = epochMs + offsetAt(epochMs)
    if (shownMs === wallMs) return epochMs
    // The time is skipped: the next that is shown is none before the end of the gap.
    wallMs = match(shownMs - 1)
    if (wallMs === null) return null
  }
}

const changeBetween = (fromMs: number, toMs: number, offsetAt: (epochMs: number) => number): number => {
  const before = offsetAt(fromMs)
  const wholeFromMs = Math.floor(fromMs / 1000) * 1000
  return firstInstant(wholeFromMs, Math.ceil(toMs / 1000) * 1000, (epochMs) => offsetAt(epochMs) !== before)
}
