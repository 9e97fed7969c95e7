import type { ExecutionErrorCode } from '../executions/execution.ts'
import { isInconclusive } from '../executions/inconclusive.ts'
import { nextRun } from '../schedules/next-run.ts'
import type { SchedulerInput } from '../schedules/scheduler.ts'
import type { SeriesBucket, SeriesGap, SeriesView } from './series.ts'
import type { SeriesSpan } from './series-ranges.ts'
import { bytesOfBin, quantilesOf, rankOf, storedBinOf } from './time-bins.ts'

/** What is counted of the runs of some time. */
export interface Rollup {
  /** Epoch milliseconds. */
  atMs: number
  /** Without the inconclusive ones. */
  runs: number
  inconclusive: number
  failures: number
  httpErrors: number
  /** Of each response the bytes of its time's bin (`time-bins.ts`). */
  times: Uint8Array
}

interface CountedRun {
  atMs: number
  status: string
  statusCode: number | null
  errorCode: ExecutionErrorCode | null
  responseTimeMs: number | null
}

/** Those that say something about the target. */
const conclusiveOf = (runs: readonly CountedRun[]) => runs.filter(({ errorCode }) => !isInconclusive(errorCode))

const responsesOf = (runs: readonly CountedRun[]) => runs.filter(({ status }) => status === 'SUCCEEDED')

/** Counts single runs as the executor does, in buckets of the given milliseconds. */
export const rollUp = (runs: readonly CountedRun[], bucketMs: number): Rollup[] => {
  const byBucket = Map.groupBy(runs, ({ atMs }) => Math.floor(atMs / bucketMs) * bucketMs)
  return [...byBucket].map(([atMs, own]) => {
    const responses = responsesOf(own)
    const conclusive = conclusiveOf(own).length
    return {
      atMs,
      runs: conclusive,
      inconclusive: own.length - conclusive,
      failures: conclusive - responses.length,
      httpErrors: responses.filter(({ statusCode }) => (statusCode ?? 0) >= 400).length,
      times: Uint8Array.from(
        responses.flatMap(({ responseTimeMs }) =>
          responseTimeMs === null ? [] : bytesOfBin(storedBinOf(responseTimeMs)),
        ),
      ),
    }
  })
}

type Counts = Pick<SeriesBucket, 'runs' | 'inconclusive' | 'failures' | 'httpErrors' | 'medianMs' | 'p95Ms'>

const countsOf = ({ runs, inconclusive, failures, httpErrors, times }: Omit<Rollup, 'atMs'>): Counts => {
  const [medianMs = null, p95Ms = null] = quantilesOf(times, [0.5, 0.95])
  return { runs, inconclusive, failures, httpErrors, medianMs, p95Ms }
}

const none = { runs: 0, inconclusive: 0, failures: 0, httpErrors: 0, times: new Uint8Array() }

/** In percent, two decimals; 100 only where nothing failed, and 0 only where everything did; null without runs. */
export const uptimePercentOf = ({
  runs,
  failures,
  httpErrors,
}: Pick<Rollup, 'runs' | 'failures' | 'httpErrors'>): number | null => {
  if (runs === 0) return null
  const good = runs - failures - httpErrors
  if (good === 0 || good === runs) return good === 0 ? 0 : 100
  return Math.min(99.99, Math.max(0.01, Math.round((good / runs) * 10_000) / 100))
}

interface Timetable {
  schedule: SchedulerInput
  /** From which intervals are counted; null where the task was never active. */
  anchorMs: number | null
}

/** A run that was due so recently may still be on its way. */
const graceMs = 60_000

/** Whether the schedule, as it is now, has a time within these milliseconds, the second one excluded. */
const hasTimeWithin = ({ schedule, anchorMs }: Timetable, fromMs: number, toMs: number): boolean => {
  if (schedule.mode === 'ONE_TIME') return false
  const stepMs = (schedule.intervalSecond ?? 0) * 1000
  // The same grid, from the beginning of time: the requested time may be before the last activation.
  const gridMs = schedule.mode === 'INTERVAL' && stepMs > 0 ? (anchorMs ?? 0) % stepMs : 0
  const next = nextRun(schedule, gridMs, fromMs - 1)
  return next !== null && next < toMs
}

/** A time in which the task was disabled, in epoch milliseconds. */
export interface Pause {
  fromMs: number
  toMs: number
}

/** What is left of a time without the pauses, which are in their order and do not overlap; parts of it may be empty. */
const withoutPauses = (fromMs: number, toMs: number, pauses: readonly Pause[]): Pause[] => {
  const left: Pause[] = []
  let atMs = fromMs
  for (const pause of pauses) {
    left.push({ fromMs: atMs, toMs: Math.min(pause.fromMs, toMs) })
    atMs = Math.max(atMs, pause.toMs)
  }
  left.push({ fromMs: atMs, toMs })
  return left
}

/**
 * Whether a run was missed in a time in which the task was active throughout. Intervals are counted from each activation
 * again, and only the last one is known: so a run is missed for certain where the time is longer than the interval.
 */
const missesRun = (timetable: Timetable, { fromMs, toMs }: Pause): boolean => {
  const { mode, intervalSecond } = timetable.schedule
  if (mode === 'INTERVAL') return toMs - fromMs > (intervalSecond ?? 0) * 1000
  return hasTimeWithin(timetable, fromMs + 1, toMs)
}

interface BuildSeries extends Timetable {
  /** In their order. */
  pauses: readonly Pause[]
  span: SeriesSpan
  /** Each within one bucket of the span. */
  rollups: readonly Rollup[]
  /** The runs one by one, where they are known: if they are all that was counted, the quantiles of the whole are exact. */
  runs?: readonly CountedRun[] | undefined
  /** When the task first ran, in epoch milliseconds; before it there are no gaps. */
  firstMs: number | null
  nowMs: number
}

/** Why nothing ran in a time; null where nothing was due. */
const gapOf = (timetable: Timetable, time: Pause, pauses: readonly Pause[]): SeriesGap | null => {
  if (time.fromMs >= time.toMs || !hasTimeWithin(timetable, time.fromMs, time.toMs)) return null
  const own = pauses.filter(({ fromMs, toMs }) => fromMs < time.toMs && toMs > time.fromMs)
  if (own.length === 0) return 'MISSED'
  const active = withoutPauses(time.fromMs, time.toMs, own)
  return active.some((one) => missesRun(timetable, one)) ? 'MISSED' : 'DISABLED'
}

/** All buckets of a span in their order, and what they come to together. */
export const buildSeries = ({ span, rollups, runs, firstMs, nowMs, pauses, ...timetable }: BuildSeries) => {
  const bucketMs = span.bucketSeconds * 1000
  const byBucket = new Map(rollups.map((rollup) => [Math.floor(rollup.atMs / bucketMs) * bucketMs, rollup]))
  const buckets: SeriesBucket[] = []
  for (let atMs = span.fromMs; atMs < span.toMs; atMs += bucketMs) {
    const rollup = byBucket.get(atMs)
    const dueFromMs = Math.max(atMs, firstMs ?? Infinity)
    const dueToMs = Math.min(atMs + bucketMs, nowMs - graceMs)
    const gap = rollup === undefined ? gapOf(timetable, { fromMs: dueFromMs, toMs: dueToMs }, pauses) : null
    buckets.push({ at: new Date(atMs).toISOString(), ...countsOf(rollup ?? none), gap })
  }
  return { buckets, ...summaryOf(rollups, runs) } satisfies Partial<SeriesView>
}

/** What rollups come to together; exact where the runs, as far as they are known one by one, are all that was counted. */
export const summaryOf = (rollups: readonly Rollup[], runs?: readonly CountedRun[]) => {
  const total = totalOf(rollups)
  const conclusive = runs && conclusiveOf(runs)
  const quantiles = conclusive?.length === total.runs ? exactQuantilesOf(conclusive) : {}
  return { ...countsOf(total), ...quantiles, uptimePercent: uptimePercentOf(total) }
}

const exactQuantilesOf = (runs: readonly CountedRun[]): Pick<Counts, 'medianMs' | 'p95Ms'> => {
  const times = responsesOf(runs).flatMap(({ responseTimeMs }) => responseTimeMs ?? [])
  times.sort((one, other) => one - other)
  const [middle, other] = [times[(times.length - 1) >> 1], times[times.length >> 1]]
  const medianMs = middle === undefined || other === undefined ? null : (middle + other) / 2
  return { medianMs, p95Ms: times[rankOf(0.95, times.length)] ?? null }
}

const totalOf = (rollups: readonly Rollup[]): Omit<Rollup, 'atMs'> => {
  const sum = (of: (rollup: Rollup) => number) => rollups.reduce((total, rollup) => total + of(rollup), 0)
  const times = new Uint8Array(sum((rollup) => rollup.times.length))
  let at = 0
  for (const rollup of rollups) {
    times.set(rollup.times, at)
    at += rollup.times.length
  }
  return {
    runs: sum(({ runs }) => runs),
    inconclusive: sum(({ inconclusive }) => inconclusive),
    failures: sum(({ failures }) => failures),
    httpErrors: sum(({ httpErrors }) => httpErrors),
    times,
  }
}
