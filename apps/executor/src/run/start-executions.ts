import { randomUUID } from 'node:crypto'
import type { StoredRequest } from '@knockwire/db/stored-request'
import type pg from 'pg'
import { plainArray } from '../sql-array.ts'
import type { StartedExecution, WaitingExecution } from './execution.ts'

/**
 * Compare and set: only what is still queued, or still the dead attempt's, becomes this attempt's.
 * The request is read here, so that what waits holds no bodies.
 */
const startSql = `
  update executions e set status = 'RUNNING', attempt = $3, started_at = clock_timestamp()
  from unnest($1::uuid[], $2::uuid[]) as due (id, dead_attempt), tasks t
  where e.id = due.id and t.id = e.task_id
    and (e.status = 'QUEUED' or (e.status = 'RUNNING' and e.attempt = due.dead_attempt))
  returning e.id, t.request, extract(epoch from e.started_at - e.scheduled_for)::float8 * 1000 as lag_ms`

interface Row {
  id: string
  request: StoredRequest
  lag_ms: number
}

export interface Start {
  execution: StartedExecution
  /** How late it starts, by the database's clock. */
  lagMs: number
}

/** Commits that the calls are under way, before any of them is made. What is missing in the answer is not ours to make. */
export const startExecutions = async (pool: pg.Pool, waiting: readonly WaitingExecution[]): Promise<Start[]> => {
  const attempt = randomUUID()
  const values = [
    plainArray(waiting.map(({ id }) => id)),
    plainArray(waiting.map(({ deadAttempt }) => deadAttempt)),
    attempt,
  ]
  const { rows } = await pool.query<Row>({ name: 'start_executions', text: startSql, values })
  const waitingById = new Map(waiting.map((execution) => [execution.id, execution]))
  return rows.flatMap(({ id, request, lag_ms: lagMs }) => {
    const execution = waitingById.get(id)
    return execution ? [{ execution: { ...execution, attempt, request }, lagMs }] : []
  })
}
