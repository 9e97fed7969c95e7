import { isInconclusive } from '@knockwire/domain/executions/inconclusive'
import { checkJsonPath } from '@knockwire/domain/conditions/sources/json/extract-json'
import { buildSeries, rollUp, summaryOf } from '@knockwire/domain/series/build-series'
import type { SeriesPoint, SeriesQuery, SeriesView } from '@knockwire/domain/series/series'
import { maxPoints, rollupSeconds, type SeriesSpan, spanOf } from '@knockwire/domain/series/series-ranges'
import { timeErrorPercent } from '@knockwire/domain/series/time-bins'
import type { ApiContext, Caller } from '../../context.ts'
import { findTask, schedulerOf } from '../../access/owned/owned-task.ts'
import { type PlottedValues, readPlottedValues } from './plotted-values.ts'
import {
  selectFirstRollup,
  selectLastRuns,
  selectNamedRuns,
  selectPauses,
  selectRollups,
  selectRuns,
  type SeriesRun,
} from './queries.ts'

/** A task's runs over a range of time, or those that were named. */
export const readSeries = (context: ApiContext, caller: Caller, input: ReadSeries): Promise<SeriesView> =>
  input.query.executions === undefined
    ? readRange(context, caller, input)
    : readNamed(context, caller, { ...input, ids: input.query.executions })

interface ReadSeries {
  taskId: string
  query: SeriesQuery
}

/** More than an hour of any schedule has: it is counted from the executions themselves. */
const mostRunsOfAnHour = 4000

/** The executions that were named, such as those of a page, as far as they have ended. */
const readNamed = async (
  context: ApiContext,
  caller: Caller,
  { taskId, query, ids }: ReadSeries & { ids: readonly string[] },
): Promise<SeriesView> => {
  const { db } = context
  await findTask(db, caller, taskId)
  const runs = await selectNamedRuns(db, { taskId, ids })
  const values = await readPlottedValues(context, caller, runs, query)
  const times = runs.map(({ at }) => at.getTime())
  const [fromMs, toMs] = times.length === 0 ? [context.now(), context.now()] : [Math.min(...times), Math.max(...times)]
  const counted = scheduledOf(runs)
  return {
    range: 'page',
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    bucketSeconds: 0,
    timeErrorPercent,
    buckets: [],
    ...summaryOf(rollUp(counted, rollupSeconds * 1000), counted),
    ...plottedOf(query),
    points: {
      kind: 'EVERY_RUN',
      results: runs.map((run) => presentPoint(run, values)).toReversed(),
      unread: values.unread,
    },
  }
}

/** What is plotted, as it was asked for. */
const plottedOf = ({ source, property }: SeriesQuery) => ({
  source,
  property,
  propertyProblem: source === 'response_body_json' && property.trim() !== '' ? checkJsonPath(property) : null,
})

/**
 * A task's runs over a range of time. An hour is counted from its executions; longer ranges from what the executor keeps,
 * so that its cost does not grow with the number of runs.
 */
const readRange = async (context: ApiContext, caller: Caller, { taskId, query }: ReadSeries): Promise<SeriesView> => {
  const { db } = context
  const { schedule } = await findTask(db, caller, taskId)
  const nowMs = context.now()
  const firstRollupMs = await selectFirstRollup(db, taskId)
  const span = spanOf(query.range, nowMs, firstRollupMs)
  const isHour = query.range === '1h'
  const limit = isHour ? mostRunsOfAnHour : maxPoints + 1
  const recent = await selectRuns(db, { taskId, fromMs: span.fromMs, limit })
  const counted = countedOf(recent, span)
  const rollups = isHour ? rollUp(counted, span.bucketSeconds * 1000) : await selectRollups(db, { taskId, span })
  const pauses = await selectPauses(db, { taskId, span, nowMs })
  const isEvery = recent.length <= maxPoints
  const plotted = isEvery ? recent : await selectLastRuns(db, { taskId, span })
  const values = await readPlottedValues(context, caller, plotted, query)
  const timetable = { schedule: schedulerOf(schedule), anchorMs: schedule.anchorAt?.getTime() ?? null }
  const firstMs = firstRunMs(firstRollupMs, recent)
  return {
    range: query.range,
    from: new Date(span.fromMs).toISOString(),
    to: new Date(span.toMs).toISOString(),
    bucketSeconds: span.bucketSeconds,
    timeErrorPercent,
    ...buildSeries({ ...timetable, span, rollups, runs: isEvery ? counted : undefined, firstMs, nowMs, pauses }),
    ...plottedOf(query),
    points: {
      kind: isEvery ? 'EVERY_RUN' : 'LAST_OF_EACH_BUCKET',
      results: plotted.map((run) => presentPoint(run, values)).toReversed(),
      unread: values.unread,
    },
  }
}

const scheduledOf = (runs: readonly SeriesRun[]) =>
  runs.filter(({ trigger }) => trigger === 'SCHEDULE').map((run) => ({ ...run, atMs: run.at.getTime() }))

const countedOf = (runs: readonly SeriesRun[], { fromMs }: SeriesSpan) =>
  scheduledOf(runs).filter(({ atMs }) => atMs >= fromMs)

/** The quarter of an hour in which a task first ran, or within it, where that is known, the run itself. */
const firstRunMs = (firstRollupMs: number | null, recent: readonly SeriesRun[]): number | null => {
  const oldest = recent.findLast(({ trigger }) => trigger === 'SCHEDULE')?.at.getTime()
  if (firstRollupMs === null) return oldest ?? null
  const isWithin = oldest !== undefined && oldest >= firstRollupMs && oldest < firstRollupMs + rollupSeconds * 1000
  return isWithin ? oldest : firstRollupMs
}

const presentPoint = (
  { id, at, status, statusCode, errorCode, trigger }: SeriesRun,
  { values }: PlottedValues,
): SeriesPoint => ({
  executionId: id,
  at: at.toISOString(),
  status: status === 'FAILED' ? 'FAILED' : 'SUCCEEDED',
  isInconclusive: isInconclusive(errorCode),
  statusCode,
  trigger,
  value: values.get(id) ?? null,
})
