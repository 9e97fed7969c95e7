import { drizzle } from 'drizzle-orm/node-postgres'
import { plainArray } from '@knockwire/db/sql-array'
import { gapsOf } from '@knockwire/domain/heartbeats/absence'
import { type Cause, type Claim, createInstantCounter, explainLoss } from '@knockwire/domain/schedules/planned-instants'
import { insertMissed } from '@knockwire/services/schedules/missed-runs'
import type pg from 'pg'
import type { DueSchedule } from './claim-due.ts'

interface Claimed {
  schedule: DueSchedule
  claim: Claim
}

/** Notes the times of claimed schedules that do not run, and why. Where each has its run, this does nothing. */
export const noteMissed = async (client: pg.PoolClient, claims: readonly Claimed[], nowMs: number): Promise<void> => {
  const late = claims.filter(({ claim }) => claim.lost.length > 0)
  if (late.length === 0) return
  const taskIds = late.map(({ schedule }) => schedule.taskId)
  const sinceMs = Math.min(...late.map(({ schedule }) => schedule.dueMs))
  const overlaps = await loadOverlaps(client, taskIds)
  const absences = await loadAbsences(client, sinceMs, nowMs)
  const count = createInstantCounter()
  const all = late.flatMap(({ schedule: { taskId, scheduler, anchorMs }, claim }) => {
    const causes = [...(overlaps.get(taskId) ?? []), ...absences]
    const lost = claim.lost.flatMap((range) =>
      explainLoss(range, causes, { count: (part) => count(scheduler, anchorMs, part) }),
    )
    return lost.map((one) => ({ taskId, ...one }))
  })
  await insertMissed(drizzle(client), all)
}

/** The last run of each schedule that has ended, and from when to when it was in flight. */
const overlapsSql = `
  select task.id as "taskId", last.id, extract(epoch from last.started_at)::float8 * 1000 as "fromMs",
    last.response_time_ms as "ms"
  from unnest($1::uuid[]) as task (id) cross join lateral (
    select e.id, e.started_at, e.response_time_ms from executions e
    where e.task_id = task.id and e.trigger = 'SCHEDULE' and e.status in ('SUCCEEDED', 'FAILED')
    order by e.id desc nulls last limit 1
  ) last
  where last.started_at is not null and last.response_time_ms is not null`

interface OverlapRow {
  taskId: string
  id: string
  fromMs: number
  ms: number
}

const loadOverlaps = async (client: pg.ClientBase, taskIds: readonly string[]): Promise<Map<string, Cause[]>> => {
  const { rows } = await client.query<OverlapRow>(overlapsSql, [plainArray(taskIds)])
  return new Map(
    rows.map(({ taskId, id, fromMs, ms }) => [
      taskId,
      [{ reason: 'OVERLAP' as const, fromMs, toMs: fromMs + ms, executionId: id }],
    ]),
  )
}

const presenceSql = `
  select extract(epoch from from_at)::float8 * 1000 as "fromMs", extract(epoch from until_at)::float8 * 1000 as "untilMs",
    is_paused as "isPaused"
  from executor_presence
  where until_at >= coalesce(
    (select until_at from executor_presence where until_at < $1 order by until_at desc nulls last limit 1), '-infinity')`

/** A pause is noticed within two seconds, and noted within four more. */
const pauseNotedMs = 6000

interface PresenceRow {
  fromMs: number
  untilMs: number
  isPaused: boolean
}

/** When the operator had paused all calls, and when no executor was there: one that was killed is believed to be for too long. */
const loadAbsences = async (client: pg.ClientBase, sinceMs: number, nowMs: number): Promise<Cause[]> => {
  const { rows } = await client.query<PresenceRow>(presenceSql, [new Date(sinceMs).toISOString()])
  const paused = rows.filter(({ isPaused }) => isPaused)
  const firstMs = Math.min(nowMs, ...rows.map(({ fromMs }) => fromMs))
  return [
    ...paused.map(({ fromMs, untilMs }): Cause => ({
      reason: 'PAUSED',
      fromMs: fromMs - pauseNotedMs,
      toMs: untilMs,
    })),
    ...gapsOf(rows, nowMs).map((gap): Cause => ({ reason: 'AWAY', fromMs: gap.sinceMs, toMs: gap.untilMs })),
    // What was before the first that is known.
    { reason: 'AWAY', fromMs: -Infinity, toMs: firstMs },
  ]
}
