import { randomUUID } from 'node:crypto'
import { plainArray } from '@knockwire/db/sql-array'
import type { StoredRequest } from '@knockwire/db/stored-json'
import { adoptJoined } from './adopt-joined.ts'
import { deliveryQueueOf } from '@knockwire/services/deliveries/delivery-jobs'
import { failSql } from '@knockwire/services/deliveries/delivery-sql'
import { describeSent } from '@knockwire/services/requests/outgoing-request'
import { releaseForgottenSql } from '@knockwire/services/schedules/schedule-sql'
import type pg from 'pg'
import { openRunConditions } from '../conditions/start-conditions.ts'
import type { ExecutorContext } from '../context.ts'
import { DatabaseClock } from '../dispatch/database-clock.ts'
import { toRunJobs } from '../dispatch/queue-runs.ts'
import { runLogIds } from '../log-ids.ts'
import type { RunResult } from '../run/run.ts'
import { deactivateFailing } from '../run/record/record-results.ts'
import { type RecordedResult, writeResults } from '../run/record/write-results.ts'
import { createRunTraces, type RunTraces } from '../tracing/trace-runs.ts'
import type { MaintenanceJob, PagedJob } from './start-maintenance.ts'

/*
 * The last net. A run's result releases its schedule in the same transaction, and a job whose executor died is
 * leased again; what is found here came about in an unforeseen way.
 */

/** Schedules whose run has ended, or is no more, are free. */
export const releaseEndedSchedules: MaintenanceJob = async (client) =>
  (await client.query(releaseForgottenSql)).rowCount ?? 0

/** Tests are in no schedule: they are looked for by their age, which their index is in the order of. */
const testsSql = (age: string) => `
  select e.id from executions e
  where e.trigger = 'TEST' and e.created_at > now() - interval '${age}'
    and e.created_at < now() - interval '60 seconds'
    and e.status in ('QUEUED', 'RUNNING') and coalesce(e.started_at, e.created_at) < now() - interval '60 seconds'`

/** So long after its start, a call is over, and the job of its dead executor has been leased again. */
const orphansSql = `
  select e.id from schedules s join executions e on e.id = s.in_flight_execution_id
  where s.in_flight_execution_id is not null
    and e.status in ('QUEUED', 'RUNNING') and coalesce(e.started_at, e.created_at) < now() - interval '60 seconds'
  union all
  ${testsSql('1 day')}`

/** Runs that no job carries any more get a new one; the executor that takes it knows what to do with them. */
export const requeueOrphans: MaintenanceJob = (client, context) => requeue(client, context, orphansSql)

/** The same for all tests, however old: after executors have been away for days. */
export const requeueOldTests: MaintenanceJob = (client, context) => requeue(client, context, testsSql('100 years'))

const requeue = async (client: pg.PoolClient, { queue }: ExecutorContext, sql: string): Promise<number> => {
  const { rows } = await client.query<{ id: string }>(sql)
  if (rows.length === 0) return 0
  const live = new Set((await queue.pendingData(client, 'run')).flatMap(({ executionIds }) => executionIds))
  const orphans = rows.map(({ id }) => id).filter((id) => !live.has(id))
  await queue.send(client, 'run', toRunJobs(orphans))
  return orphans.length
}

const sizesSql = `
  select e.id, coalesce(octet_length(r.request::text), t.request_bytes, octet_length(t.request::text)) as bytes
  from executions e join tasks t on t.id = e.task_id left join tested_requests r on r.execution_id = e.id
  where e.id = any ($1::uuid[]) and e.status in ('QUEUED', 'RUNNING') order by e.id`

const adoptSql = `
  update executions e set status = 'RUNNING', attempt = $2, started_at = coalesce(e.started_at, now())
  from unnest($1::uuid[]) as adopted (id) left join tested_requests r on r.execution_id = adopted.id, tasks t
  where e.id = adopted.id and e.status in ('QUEUED', 'RUNNING') and t.id = e.task_id
  returning e.id, e.task_id, e.account_id, e.trigger, coalesce(r.request, t.request) as request,
    extract(epoch from e.scheduled_for)::float8 * 1000 as due_ms,
    extract(epoch from clock_timestamp())::float8 * 1000 as now_ms`

interface AdoptedRow {
  id: string
  task_id: string
  account_id: string
  trigger: RunResult['trigger']
  request: StoredRequest
  due_ms: number
  now_ms: number
}

/** A job carries up to fifty runs. */
const runJobsAtOnce = 4
/** Bytes of requests that are read at once: each is copied some times on its way. */
const maxRequestBytes = 4 * 1024 * 1024

/** Runs whose job has ended one executor after the other are not made again. */
export const createAbandonedRunsJob = (): PagedJob => {
  let removed = 0
  const clock = new DatabaseClock()
  let traces: RunTraces | null = null
  /** Those of the page: they are traced once they are committed. */
  let ended: RunResult[] = []
  return {
    run: async (client, context) => {
      ended = []
      const { tracing } = context
      traces ??= tracing && createRunTraces(tracing, () => clock.now() ?? Date.now())
      const jobs = await context.queue.removeFailed(client, 'run', runJobsAtOnce)
      removed = jobs.length
      const executionIds = jobs.flatMap((job) => job.executionIds)
      if (executionIds.length === 0) return 0
      const { rows } = await client.query<Sized>(sizesSql, [plainArray(executionIds)])
      for (const group of groupsBySize(rows)) {
        const recorded = await failRuns(client, { context, clock, traces }, group)
        ended.push(...recorded.map(({ result }) => result))
      }
      return ended.length
    },
    hasMore: () => removed > 0,
    onCommitted: () => traces?.recorded(ended),
  }
}

interface Sized {
  id: string
  bytes: number
}

const groupsBySize = (runs: readonly Sized[]): string[][] => {
  const groups: string[][] = []
  let left = 0
  for (const { id, bytes } of runs) {
    if (groups.length === 0 || bytes > left) {
      groups.push([])
      left = maxRequestBytes
    }
    groups.at(-1)?.push(id)
    left -= bytes
  }
  return groups
}

interface FailTools {
  context: ExecutorContext
  clock: DatabaseClock
  traces: RunTraces | null
}

const failRuns = async (
  client: pg.PoolClient,
  { context, clock, traces }: FailTools,
  executionIds: readonly string[],
): Promise<RecordedResult[]> => {
  const attempt = randomUUID()
  const { rows } = await client.query<AdoptedRow>(adoptSql, [plainArray(executionIds), attempt])
  if (rows.length === 0) return []
  for (const row of rows) clock.observe(row.now_ms)
  const results = rows.map((row) => toResult(row, attempt, context))
  const opened = openRunConditions(context)
  const conditions = traces?.around(opened) ?? opened
  const toDecideOf = await conditions.readWithin(client, results)
  const recorded = await writeResults(client, results)
  await deactivateFailing(client, recorded, context.settings)
  const toDecide = recorded.flatMap(({ result }) => {
    const one = toDecideOf.get(result)
    return one === undefined ? [] : [{ result, toDecide: one }]
  })
  // Other executors look for deliveries and deferred executions by themselves: nobody has to be woken.
  await conditions.decide(client, toDecide)
  return recorded
}

const toResult = (row: AdoptedRow, attempt: string, context: ExecutorContext): RunResult => ({
  executionId: row.id,
  taskId: row.task_id,
  accountId: row.account_id,
  trigger: row.trigger,
  attempt,
  dueMs: row.due_ms,
  startedMs: null,
  sent: toRecord(row, context),
  outcome: {
    status: 'FAILED',
    code: 'INTERRUPTED',
    message: 'The server failed several times while it was making this call, so it is not tried again.',
    responseTimeMs: null,
  },
})

/** Null where it cannot be read, which may be what its executors failed at. */
const toRecord = (row: AdoptedRow, { client, log }: ExecutorContext): RunResult['sent'] => {
  try {
    return { kind: 'own', json: JSON.stringify(describeSent(row.request, row.id, client)) }
  } catch (error) {
    const ids = { executionId: row.id, taskId: row.task_id, accountId: row.account_id }
    log.error({ ...runLogIds(ids), err: error }, 'request cannot be recorded')
    return null
  }
}

const failedDeliveryMessage =
  'The server failed several times while it was about to send this, so it is not tried again.'

const deliveryJobsAtOnce = 500

/** Deliveries whose job has ended one executor after the other are not lost without a word. */
export const createAbandonedDeliveriesJob = (): PagedJob => {
  let removed = 0
  return {
    run: async (client, { queue }) => {
      const deliveryIds: string[] = []
      for (const name of Object.values(deliveryQueueOf)) {
        const jobs = await queue.removeFailed(client, name, deliveryJobsAtOnce)
        deliveryIds.push(...jobs.map((job) => job.deliveryId))
      }
      removed = deliveryIds.length
      if (removed === 0) return 0
      return (await client.query(failSql, [plainArray(deliveryIds), failedDeliveryMessage])).rowCount ?? 0
    },
    hasMore: () => removed > 0,
  }
}

/** Deliveries whose mail was deleted with the execution or request that it was about are sent with another one. */
export const adoptJoinedDeliveries: MaintenanceJob = (client, { queue }) => adoptJoined(client, queue)
