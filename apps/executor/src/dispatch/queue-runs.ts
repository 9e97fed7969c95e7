import { uuidv7 } from '@knockwire/db/uuidv7'
import { claimInstants } from '@knockwire/domain/schedules/planned-instants'
import type { Queue } from '@knockwire/queue/queue'
import { endSkippedSql, moveOnSql } from '@knockwire/services/schedules/schedule-sql'
import type pg from 'pg'
import { plainArray } from '@knockwire/db/sql-array'
import type { QueuedRun } from '../run/run.ts'
import type { DueSchedule } from './claim-due.ts'
import { noteMissed } from './note-missed.ts'

/**
 * One statement and one change of each schedule's row: its next time, its run in flight, its count.
 * A scheduled time that has its execution already only moves on. Looked up with "in", which is hashed: a join of
 * the two would be planned for the handful of rows that is expected of an array, and take 50 ms for a thousand.
 */
const queueSql = `
  with due as (
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::float8[], $5::float8[])
      as due (id, task_id, account_id, run_ms, next_ms)
  ), queued as (
    insert into executions (id, task_id, account_id, trigger, status, scheduled_for, created_at)
    select id, task_id, account_id, 'SCHEDULE', 'QUEUED', to_timestamp(run_ms / 1000), now() from due
    where run_ms is not null
    on conflict (task_id, scheduled_for) where trigger = 'SCHEDULE' do nothing
    returning id, task_id
  ), moved as (${moveOnSql}
  )
  select queued.id, coalesce(t.request_bytes, octet_length(t.request::text), 0) as request_bytes
  from queued left join tasks t on t.id = queued.task_id`

/**
 * Runs that one job carries. A job's row costs about as much as two runs' recording, so it is shared;
 * more than this gains nothing measurable, and is more to make again when an executor dies.
 */
const runsPerJob = 50

/**
 * Records a QUEUED execution for each schedule that was locked and has a time to run, moves the schedule on, and sends the jobs.
 * Times that do not run are noted: nothing is read or written for schedules that are on time.
 */
export const queueRuns = async (
  client: pg.PoolClient,
  queue: Queue,
  due: readonly DueSchedule[],
  nowMs: number,
): Promise<QueuedRun[]> => {
  const claims = due.map((schedule) => {
    const { scheduler, anchorMs, dueMs, catchUp } = schedule
    const claim = claimInstants(scheduler, { dueMs, anchorMs, nowMs }, catchUp)
    // Ids are in the order of the times: what is claimed ahead of its time comes after what runs until then.
    return { schedule, claim, id: uuidv7(Math.floor(Math.max(nowMs, dueMs))) }
  })
  const { rows } = await client.query<{ id: string; request_bytes: number }>({
    name: 'queue_runs',
    text: queueSql,
    values: [
      plainArray(claims.map(({ id }) => id)),
      plainArray(claims.map(({ schedule }) => schedule.taskId)),
      plainArray(claims.map(({ schedule }) => schedule.accountId)),
      plainArray(claims.map(({ claim }) => claim.runMs)),
      plainArray(claims.map(({ claim }) => claim.nextMs)),
    ],
  })
  const ended = claims.filter(({ claim }) => claim.runMs === null && claim.nextMs === null)
  if (ended.length > 0) await client.query(endSkippedSql, [plainArray(ended.map(({ schedule }) => schedule.taskId))])
  await noteMissed(client, claims, nowMs)
  const queued = new Map(rows.map((row) => [row.id, row.request_bytes]))
  const recorded = claims.flatMap(({ id, schedule: { taskId, accountId }, claim: { runMs } }) => {
    const requestBytes = queued.get(id)
    return requestBytes === undefined || runMs === null ? [] : [{ id, taskId, accountId, dueMs: runMs, requestBytes }]
  })
  if (recorded.length > 0) await queue.send(client, 'run', toRunJobs(recorded.map(({ id }) => id)))
  return recorded
}

export const toRunJobs = (executionIds: readonly string[]): { executionIds: string[] }[] => {
  const groups = []
  for (let from = 0; from < executionIds.length; from += runsPerJob)
    groups.push({ executionIds: executionIds.slice(from, from + runsPerJob) })
  return groups
}
