import { randomUUID } from 'node:crypto'
import type { ExecutionStatus } from '@knockwire/domain/executions/execution'
import { isIdempotent, type RequestMethod } from '@knockwire/domain/requests/request-target'
import type pg from 'pg'
import { plainArray } from '@knockwire/db/sql-array'
import type { WaitingExecution } from './execution.ts'

interface Row {
  id: string
  task_id: string
  account_id: string
  trigger: WaitingExecution['trigger']
  status: ExecutionStatus
  attempt: string | null
  request_bytes: number
  method: RequestMethod | null
}

/** Requests are left where they are: a job's may be larger all together than what this process may hold. */
const loadSql = `
  select e.id, e.task_id, e.account_id, e.trigger, e.status, e.attempt,
    coalesce(t.request_bytes, octet_length(t.request::text)) as request_bytes,
    case e.status when 'RUNNING' then t.request ->> 'method' end as method
  from executions e join tasks t on t.id = e.task_id
  where e.id = any ($1::uuid[]) and e.status in ('QUEUED', 'RUNNING')`

/** What is to be done with the executions of a job: those that have ended, or whose task was deleted, are left out. */
export const loadExecutions = async (pool: pg.Pool, executionIds: readonly string[]): Promise<WaitingExecution[]> => {
  if (executionIds.length === 0) return []
  const { rows } = await pool.query<Row>({ name: 'load_executions', text: loadSql, values: [plainArray(executionIds)] })
  return rows.map((row) => ({
    id: row.id,
    taskId: row.task_id,
    accountId: row.account_id,
    trigger: row.trigger,
    attempt: randomUUID(),
    deadAttempt: row.attempt,
    isInterrupted: row.method !== null && !isIdempotent(row.method),
    requestBytes: row.request_bytes,
    readsRequest: true,
  }))
}
