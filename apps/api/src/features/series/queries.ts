import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { executionDetails, executionRollups, executions } from '@knockwire/db/schema/executions'
import { schedulePauses } from '@knockwire/db/schema/tasks'
import { maxPoints, type SeriesSpan } from '@knockwire/domain/series/series-ranges'
import type { Pause, Rollup } from '@knockwire/domain/series/build-series'
import { and, eq, gte, inArray, isNull, lt, min, or, sql } from 'drizzle-orm'

/** The smallest id of an execution that was made then: ids are in the order of their time, and indexed. */
export const firstIdAt = (epochMs: number): string => {
  const hex = Math.max(0, Math.floor(epochMs)).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** What is counted of a task, added up by the buckets of the span: 2,880 rows for 30 days of a one-minute task, in 2 ms. */
export const selectRollups = async (
  db: DatabaseOrTransaction,
  { taskId, span }: { taskId: string; span: SeriesSpan },
): Promise<Rollup[]> => {
  const { bucketAt, runs, inconclusive, failures, httpErrors, times } = executionRollups
  const at = sql<number>`extract(epoch from date_bin(${`${span.bucketSeconds} seconds`}::interval, ${bucketAt}, 'epoch'))::float8 * 1000`
  return db
    .select({
      atMs: at.as('at'),
      runs: sql<number>`sum(${runs})::int`,
      inconclusive: sql<number>`sum(${inconclusive})::int`,
      failures: sql<number>`sum(${failures})::int`,
      httpErrors: sql<number>`sum(${httpErrors})::int`,
      times: sql<Uint8Array>`string_agg(${times}, '')`,
    })
    .from(executionRollups)
    .where(
      and(eq(executionRollups.taskId, taskId), gte(bucketAt, new Date(span.fromMs)), lt(bucketAt, new Date(span.toMs))),
    )
    .groupBy(sql`1`)
}

/** When a task was disabled within a span, in its order; a pause that lasts ends with `nowMs`. */
export const selectPauses = async (
  db: DatabaseOrTransaction,
  { taskId, span, nowMs }: { taskId: string; span: SeriesSpan; nowMs: number },
): Promise<Pause[]> => {
  const { fromAt, toAt } = schedulePauses
  const rows = await db
    .select({ fromAt, toAt })
    .from(schedulePauses)
    .where(
      and(
        eq(schedulePauses.taskId, taskId),
        lt(fromAt, new Date(span.toMs)),
        or(isNull(toAt), gte(toAt, new Date(span.fromMs))),
      ),
    )
    .orderBy(fromAt)
  return rows.map((row) => ({ fromMs: row.fromAt.getTime(), toMs: row.toAt?.getTime() ?? nowMs }))
}

/** When the oldest counts of a task begin, in epoch milliseconds; null where there are none. */
export const selectFirstRollup = async (db: DatabaseOrTransaction, taskId: string): Promise<number | null> => {
  const [row] = await db
    .select({ at: min(executionRollups.bucketAt) })
    .from(executionRollups)
    .where(eq(executionRollups.taskId, taskId))
  return row?.at?.getTime() ?? null
}

export const startOfRun = sql<Date>`coalesce(${executions.startedAt}, ${executions.createdAt})`.mapWith(
  executions.createdAt,
)

const runColumns = {
  id: executions.id,
  at: startOfRun.as('at'),
  status: executions.status,
  statusCode: executions.statusCode,
  errorCode: executions.errorCode,
  trigger: executions.trigger,
  responseTimeMs: executions.responseTimeMs,
}

const hasEnded = inArray(executions.status, ['SUCCEEDED', 'FAILED'])
/** The index is `nulls last`, and read in its order only by a query that orders the same way. */
export const newestFirst = sql`${executions.id} desc nulls last`

/** The newest executions since then that have ended, without their details. */
export const selectRuns = (
  db: DatabaseOrTransaction,
  { taskId, fromMs, limit }: { taskId: string; fromMs: number; limit: number },
) =>
  db
    .select(runColumns)
    .from(executions)
    .where(and(eq(executions.taskId, taskId), gte(executions.id, firstIdAt(fromMs)), hasEnded))
    .orderBy(newestFirst)
    .limit(limit)

/** Those of the named executions that are of the task and have ended, newest first. */
export const selectNamedRuns = (
  db: DatabaseOrTransaction,
  { taskId, ids }: { taskId: string; ids: readonly string[] },
) =>
  db
    .select(runColumns)
    .from(executions)
    .where(and(eq(executions.taskId, taskId), inArray(executions.id, [...ids]), hasEnded))
    .orderBy(newestFirst)

export type SeriesRun = Awaited<ReturnType<typeof selectRuns>>[number]

/** The last execution of each bucket that has ended, the newest first: one look-up in the index for each. */
export const selectLastRuns = (
  db: DatabaseOrTransaction,
  { taskId, span }: { taskId: string; span: SeriesSpan },
): Promise<SeriesRun[]> => {
  const bucketMs = span.bucketSeconds * 1000
  const count = Math.round((span.toMs - span.fromMs) / bucketMs)
  const bounds = Array.from({ length: count + 1 }, (_, index) => firstIdAt(span.fromMs + index * bucketMs))
  const last = db
    .select(runColumns)
    .from(executions)
    .where(
      and(
        eq(executions.taskId, taskId),
        sql`${executions.id} >= bucket.first_id`,
        sql`${executions.id} < bucket.end_id`,
        hasEnded,
      ),
    )
    .orderBy(newestFirst)
    .limit(1)
    .as('last')
  return db
    .select({
      id: last.id,
      at: last.at,
      status: last.status,
      statusCode: last.statusCode,
      errorCode: last.errorCode,
      trigger: last.trigger,
      responseTimeMs: last.responseTimeMs,
    })
    .from(
      sql`unnest(${sql.param(bounds.slice(0, -1))}::uuid[], ${sql.param(bounds.slice(1))}::uuid[]) as bucket (first_id, end_id)`,
    )
    .crossJoinLateral(last)
    .orderBy(sql`${last.id} desc`)
    .limit(maxPoints)
}

/** Bytes of bodies that are read for one chart, of the newest executions first. */
const readBytes = 4 * 1024 * 1024
/** No longer text is a number that a chart could plot. */
const longestNumber = 64

/** The bodies of executions, null where there is none, or too much: `bytes` says how much it is. */
export const selectBodies = (
  db: DatabaseOrTransaction,
  { executionIds, isNumber }: { executionIds: readonly string[]; isNumber: boolean },
) => {
  const { executionId, responseBody, responseHeaders, isTruncated } = executionDetails
  const length = sql<number | null>`octet_length(${responseBody})`
  const fits = isNumber
    ? sql`${length} <= ${longestNumber}`
    : sql`sum(${length}) over (order by ${executionId} desc) <= ${readBytes}`
  return db
    .select({
      executionId,
      headers: responseHeaders,
      isTruncated,
      body: sql<Uint8Array | null>`case when ${fits} then ${responseBody} end`,
      bytes: length,
    })
    .from(executionDetails)
    .where(inArray(executionId, [...executionIds]))
}
