import type { StoredRequest } from '@knockwire/db/stored-json'
import type pg from 'pg'
import { plainArray } from '@knockwire/db/sql-array'
import type { StartedExecution, WaitingExecution } from './execution.ts'

/**
 * Compare and set: only what is still queued, or still the dead attempt's, becomes this attempt's; or what is this
 * attempt's already, since the answer to a commit may be lost. An interrupted one keeps the time of its call.
 * The request is read here, so that what waits holds no bodies; and its body apart, as a text that need not be parsed.
 */
const startSql = `
  update executions e set status = 'RUNNING', attempt = due.attempt,
    started_at = case when due.is_interrupted then e.started_at else clock_timestamp() end
  from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bool[], $5::bool[])
      as due (id, attempt, dead_attempt, is_interrupted, reads_request),
    tasks t
  where e.id = due.id and t.id = e.task_id
    and (e.status = 'QUEUED' and not due.is_interrupted
      or e.status = 'RUNNING' and e.attempt in (due.attempt, due.dead_attempt))
  returning e.id, case when due.reads_request then t.request - 'body' end as request,
    case when due.reads_request then t.request ->> 'body' end as body,
    extract(epoch from e.started_at - e.scheduled_for)::float8 * 1000 as lag_ms`

interface Row {
  id: string
  request: Omit<StoredRequest, 'body'> | null
  body: string | null
  lag_ms: number
}

export interface Start {
  execution: StartedExecution
  /** How late it starts, by the database's clock. */
  lagMs: number
}

/**
 * Commits that the calls are under way, before any of them is made. What is missing in the answer is not ours to make.
 * It may be repeated for the same executions as long as none of their calls was made.
 */
export const startExecutions = async (pool: pg.Pool, waiting: readonly WaitingExecution[]): Promise<Start[]> => {
  const values = [
    plainArray(waiting.map(({ id }) => id)),
    plainArray(waiting.map(({ attempt }) => attempt)),
    plainArray(waiting.map(({ deadAttempt }) => deadAttempt)),
    plainArray(waiting.map(({ isInterrupted }) => isInterrupted)),
    plainArray(waiting.map(({ readsRequest }) => readsRequest)),
  ]
  const { rows } = await pool.query<Row>({ name: 'start_executions', text: startSql, values })
  const waitingById = new Map(waiting.map((execution) => [execution.id, execution]))
  return rows.flatMap(({ id, request, body, lag_ms: lagMs }) => {
    const execution = waitingById.get(id)
    return execution ? [{ execution: { ...execution, request: request && { ...request, body } }, lagMs }] : []
  })
}
