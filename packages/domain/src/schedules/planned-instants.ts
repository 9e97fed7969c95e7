import { type CatchUp, catchUpWindowMs } from './catch-up.ts'
import { nextDue, nextRun } from './next-run.ts'
import type { SchedulerInput } from './scheduler.ts'

/*
 * Each planned time of an active task ends as exactly one of these: it ran, or it is in one of the ranges of times that did not
 * run, each with its reason. (A disabled task has no planned times.) A time ran late where its run started more than `onTimeMs`
 * after it.
 */

/** Planned times from `fromMs` up to but without `beforeMs`, in epoch milliseconds. */
export interface TimeRange {
  fromMs: number
  beforeMs: number
}

/** What becomes of the planned times of a schedule that were not accounted for when it was claimed. */
export interface Claim {
  /** The time that runs now; null where none does. */
  runMs: number | null
  /** The next time that is to be accounted for; null where there is none. */
  nextMs: number | null
  /** Those that do not run. */
  lost: TimeRange[]
}

interface Due {
  /** The first time that is not accounted for. It may be ahead of now. */
  dueMs: number
  /** The time of activation. */
  anchorMs: number
  nowMs: number
}

/** Decides what runs of a schedule that is due and has no run in flight. On time this costs what finding the next time costs. */
export const claimInstants = (schedule: SchedulerInput, due: Due, catchUp: CatchUp): Claim => {
  const { dueMs, anchorMs, nowMs } = due
  const oldestMs = Math.floor(nowMs - catchUpWindowMs(catchUp))
  const runMs = dueMs >= oldestMs ? dueMs : nextRun(schedule, anchorMs, oldestMs - 1)
  if (runMs === null || runMs > Math.max(nowMs, dueMs)) {
    return { runMs: null, nextMs: runMs, lost: [{ fromMs: dueMs, beforeMs: runMs ?? Math.floor(nowMs) + 1 }] }
  }
  const isAll = catchUp.catchUp === 'ALL'
  const nextMs = isAll ? nextRun(schedule, anchorMs, runMs) : nextDue(schedule, anchorMs, runMs, nowMs)
  const lost: TimeRange[] = runMs > dueMs ? [{ fromMs: dueMs, beforeMs: runMs }] : []
  if (!isAll && nowMs - runMs >= leastDistanceMs(schedule))
    lost.push({ fromMs: runMs + 1, beforeMs: nextMs ?? Math.floor(nowMs) + 1 })
  return { runMs, nextMs, lost }
}

/** No two times of a schedule are closer. */
const leastDistanceMs = ({ mode, intervalSecond }: SchedulerInput): number => {
  if (mode === 'ONE_TIME') return Infinity
  return mode === 'INTERVAL' ? (intervalSecond ?? Infinity) * 1000 : 60_000
}

/**
 * OVERLAP: the run before was still in flight. AWAY: no executor was there. PAUSED: the operator had paused all calls.
 * BUSY: executors were there, and behind. CHANGED: the task was deactivated, or its schedule changed, before they could run.
 */
export const lossReasons = ['OVERLAP', 'AWAY', 'PAUSED', 'BUSY', 'CHANGED'] as const
export type LossReason = (typeof lossReasons)[number]

/** A time, up to but without `toMs`, in which planned times could not be kept. */
export interface Cause {
  reason: LossReason
  fromMs: number
  toMs: number
  /** The run that was in flight. */
  executionId?: string
}

/** Planned times in a row that did not run for one reason. */
export interface LostInstants {
  reason: LossReason
  /** The first and the last of them. */
  firstMs: number
  lastMs: number
  count: number
  /** There are more of them than `count`, up to `lastMs`. */
  isAtLeast: boolean
  /** Null where the reason is that executors were busy, or the task was changed. */
  cause: Cause | null
}

/** Splits times that did not run by what kept them from it: of causes that hold at once, the first of the list; without one, `otherwise`. */
export const explainLoss = (
  lost: TimeRange,
  causes: readonly Cause[],
  { count, otherwise = 'BUSY' }: { count: (range: TimeRange) => Counted | null; otherwise?: LossReason },
): LostInstants[] => {
  const found: LostInstants[] = []
  for (const { range, cause } of partsOf(lost, causes)) {
    const counted = count(range)
    if (counted === null) continue
    const last = found.at(-1)
    // A cause between two of its times keeps nothing from running.
    if (last !== undefined && last.cause === cause) found.splice(-1, 1, joined(last, counted))
    else found.push({ ...counted, reason: cause?.reason ?? otherwise, cause })
  }
  return found
}

const joined = (first: LostInstants, { lastMs, count, isAtLeast }: Counted): LostInstants => ({
  ...first,
  lastMs,
  count: first.count + count,
  isAtLeast: first.isAtLeast || isAtLeast,
})

const partsOf = ({ fromMs, beforeMs }: TimeRange, causes: readonly Cause[]) => {
  // Planned times are whole milliseconds; what keeps them from running need not be.
  const bounds = causes.flatMap((cause) => [Math.ceil(cause.fromMs), Math.ceil(cause.toMs)])
  const edges = bounds.filter((ms) => ms > fromMs && ms < beforeMs)
  const starts = [...new Set([fromMs, ...edges])].toSorted((a, b) => a - b)
  const parts: { range: TimeRange; cause: Cause | null }[] = []
  for (const [at, startMs] of starts.entries()) {
    const cause = causes.find((one) => one.fromMs <= startMs && startMs < one.toMs) ?? null
    const endMs = starts[at + 1] ?? beforeMs
    const last = parts.at(-1)
    if (last?.cause === cause) last.range.beforeMs = endMs
    else parts.push({ range: { fromMs: startMs, beforeMs: endMs }, cause })
  }
  return parts
}

export type Counted = Pick<LostInstants, 'firstMs' | 'lastMs' | 'count' | 'isAtLeast'>

/** Times of a cron expression that are counted one by one: of one range, and of all ranges of one counter. A step takes 20 to 40 µs. */
const mostSteps = 1500
const mostStepsInAll = 20_000

export type CountInstants = (schedule: SchedulerInput, anchorMs: number, range: TimeRange) => Counted | null

/** Counts planned times, within a bound for all that it is asked; null for a range without one. */
export const createInstantCounter = (): CountInstants => {
  let steps = mostStepsInAll
  /** By expression, zone and range: after an outage, many schedules are alike. */
  const counts = new Map<string, Counted | null>()
  const take = (schedule: SchedulerInput, { fromMs, beforeMs }: TimeRange): Counted | null => {
    const firstMs = nextRun(schedule, fromMs, fromMs - 1)
    if (firstMs === null || firstMs >= beforeMs) return null
    const most = Math.max(1, Math.min(mostSteps, steps))
    let [count, lastMs] = [1, firstMs]
    for (; count < most; count++) {
      const nextMs = nextRun(schedule, fromMs, lastMs)
      if (nextMs === null || nextMs >= beforeMs) break
      lastMs = nextMs
    }
    steps -= count
    return count < most
      ? { firstMs, lastMs, count, isAtLeast: false }
      : { firstMs, lastMs: Math.ceil(beforeMs) - 1, count, isAtLeast: true }
  }
  return (schedule, anchorMs, range) => {
    if (schedule.mode === 'INTERVAL') return countOnGrid(schedule, anchorMs, range)
    if (schedule.mode === 'ONE_TIME') return take(schedule, range)
    const minuteMs = 60_000
    const key = [schedule.timezone, schedule.expression, range.fromMs, Math.ceil(range.beforeMs / minuteMs)].join(' ')
    const known = counts.get(key)
    if (known !== undefined) return known
    const counted = take(schedule, range)
    counts.set(key, counted)
    return counted
  }
}

const countOnGrid = (schedule: SchedulerInput, anchorMs: number, { fromMs, beforeMs }: TimeRange): Counted | null => {
  const firstMs = nextRun(schedule, anchorMs, fromMs - 1)
  if (firstMs === null || firstMs >= beforeMs) return null
  const stepMs = (schedule.intervalSecond ?? 1) * 1000
  const count = Math.ceil((beforeMs - firstMs) / stepMs)
  return { firstMs, lastMs: firstMs + (count - 1) * stepMs, count, isAtLeast: false }
}
