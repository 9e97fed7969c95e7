import { randomUUID } from 'node:crypto'
import { plainArray } from '@knockwire/db/sql-array'
import type { StoredRequest } from '@knockwire/db/stored-json'
import type { ExecutionStatus } from '@knockwire/domain/executions/execution'
import type { RequestMethod } from '@knockwire/domain/requests/request-target'
import { isIdempotent } from '@knockwire/domain/requests/request-rules'
import type pg from 'pg'
import type { DatabaseClock } from '../../dispatch/database-clock.ts'
import type { StartedRun, Run } from '../run.ts'

interface LoadedRow {
  id: string
  task_id: string
  account_id: string
  trigger: Run['trigger']
  status: ExecutionStatus
  attempt: string | null
  request_bytes: number
  method: RequestMethod | null
  due_ms: number
  now_ms: number
}

/** Requests are left where they are: a job's may be larger all together than what this process may hold. */
const loadSql = `
  select e.id, e.task_id, e.account_id, e.trigger, e.status, e.attempt,
    coalesce(octet_length(r.request::text), t.request_bytes, octet_length(t.request::text)) as request_bytes,
    case e.status when 'RUNNING' then coalesce(r.request, t.request) ->> 'method' end as method,
    extract(epoch from e.scheduled_for)::float8 * 1000 as due_ms,
    extract(epoch from clock_timestamp())::float8 * 1000 as now_ms
  from executions e join tasks t on t.id = e.task_id left join tested_requests r on r.execution_id = e.id
  where e.id = any ($1::uuid[]) and e.status in ('QUEUED', 'RUNNING')`

/** What is to be done with the executions of a job: those that have ended, or whose task was deleted, are left out. */
export const loadExecutions = async (
  client: pg.Pool | pg.ClientBase,
  executionIds: readonly string[],
  clock: DatabaseClock,
): Promise<Run[]> => {
  if (executionIds.length === 0) return []
  const { rows } = await client.query<LoadedRow>({
    name: 'load_executions',
    text: loadSql,
    values: [plainArray(executionIds)],
  })
  for (const row of rows) clock.observe(row.now_ms)
  return rows.map((row) => ({
    id: row.id,
    taskId: row.task_id,
    accountId: row.account_id,
    trigger: row.trigger,
    // A test is due now, whichever clock it was requested by.
    dueMs: row.trigger === 'TEST' ? row.now_ms : row.due_ms,
    attempt: randomUUID(),
    deadAttempt: row.attempt,
    mustNotRepeat: row.method !== null && !isIdempotent(row.method),
    requestBytes: row.request_bytes,
    readsRequest: true,
  }))
}

/**
 * Compare and set: only what is still queued, or still the dead attempt's, becomes this attempt's; or what is this
 * attempt's already, since the answer to a commit may be lost. One that must not be repeated keeps the time of its call; another
 * starts at its time, for which a timer waits where it has not come yet.
 * The request is read here, so that what waits holds no bodies; and its body apart, as a text that need not be parsed.
 * A test may send another one than its task's.
 */
const startSql = `
  update executions e set status = 'RUNNING', attempt = due.attempt,
    started_at = case when due.must_not_repeat then e.started_at when e.trigger = 'TEST' then clock_timestamp()
      else greatest(clock_timestamp(), e.scheduled_for) end
  from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bool[], $5::bool[])
      as due (id, attempt, dead_attempt, must_not_repeat, reads_request)
      left join tested_requests r on r.execution_id = due.id,
    tasks t
  where e.id = due.id and t.id = e.task_id
    and (e.status = 'QUEUED' and not due.must_not_repeat
      or e.status = 'RUNNING' and e.attempt in (due.attempt, due.dead_attempt))
  returning e.id, case when due.reads_request then coalesce(r.request, t.request) - 'body' end as request,
    case when due.reads_request then coalesce(r.request, t.request) ->> 'body' end as body,
    t.completion_second as completion_seconds`

interface StartedRow {
  id: string
  request: Omit<StoredRequest, 'body'> | null
  body: string | null
  completion_seconds: number | null
}

/**
 * Commits the start of the calls before any of them is made. An execution that is missing in the answer belongs to another executor.
 * It may be repeated for the same executions as long as none of their calls was made.
 */
export const startExecutions = async (pool: pg.Pool, waiting: readonly Run[]): Promise<StartedRun[]> => {
  const values = [
    plainArray(waiting.map(({ id }) => id)),
    plainArray(waiting.map(({ attempt }) => attempt)),
    plainArray(waiting.map(({ deadAttempt }) => deadAttempt)),
    plainArray(waiting.map(({ mustNotRepeat }) => mustNotRepeat)),
    plainArray(waiting.map(({ readsRequest }) => readsRequest)),
  ]
  const { rows } = await pool.query<StartedRow>({ name: 'start_executions', text: startSql, values })
  const waitingById = new Map(waiting.map((execution) => [execution.id, execution]))
  return rows.flatMap(({ id, request, body, completion_seconds: completionSeconds }) => {
    const execution = waitingById.get(id)
    return execution ? [{ ...execution, request: request && { ...request, body }, completionSeconds }] : []
  })
}

export interface AbortedRun extends Pick<StartedRun, 'id' | 'attempt'> {
  /** Its target may have received the call. */
  wasCalled: boolean
}

/** One that was called keeps an attempt, though not this one: until it is made again nothing takes it back, and a call without a record would be left. */
const requeueSql = `
  update executions e set status = 'QUEUED', started_at = null, attempt = case when aborted.was_called then gen_random_uuid() end
  from unnest($1::uuid[], $2::uuid[], $3::bool[]) as aborted (id, attempt, was_called)
  where e.id = aborted.id and e.attempt = aborted.attempt and e.status = 'RUNNING'`

/** Queues executions again whose calls were aborted, or not made, when this process stopped. */
export const requeueAborted = async (client: pg.ClientBase, aborted: readonly AbortedRun[]): Promise<void> => {
  if (aborted.length === 0) return
  const values = [
    plainArray(aborted.map(({ id }) => id)),
    plainArray(aborted.map(({ attempt }) => attempt)),
    plainArray(aborted.map(({ wasCalled }) => wasCalled)),
  ]
  await client.query(requeueSql, values)
}
