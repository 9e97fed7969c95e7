import type { ExecutionStatus } from '@knockwire/domain/executions/execution'
import { isIdempotent, type RequestMethod } from '@knockwire/domain/requests/request-target'
import type pg from 'pg'
import { plainArray } from '../sql-array.ts'
import type { Ending, WaitingExecution } from './execution.ts'
import { describeSent } from './sent-request.ts'
import type { StoredRequest } from '@knockwire/db/stored-request'

interface Row {
  id: string
  task_id: string
  account_id: string
  trigger: WaitingExecution['trigger']
  status: ExecutionStatus
  attempt: string | null
}

const loadSql = `
  select id, task_id, account_id, trigger, status, attempt from executions
  where id = any ($1::uuid[]) and status in ('QUEUED', 'RUNNING')`

const requestsSql = `select id, request from tasks where id = any ($1::uuid[])`

export interface LoadedExecutions {
  toMake: WaitingExecution[]
  /** Under way when their executor died, and not to be sent a second time. */
  interrupted: Ending[]
}

/** What is to be done with the executions of a job: those that have ended, or whose task was deleted, are left out. */
export const loadExecutions = async (pool: pg.Pool, executionIds: readonly string[]): Promise<LoadedExecutions> => {
  const { rows } = await pool.query<Row>({ name: 'load_executions', text: loadSql, values: [plainArray(executionIds)] })
  const abandoned = rows.filter(({ status }) => status === 'RUNNING')
  const requests = await requestsOf(pool, abandoned)
  const toMake: WaitingExecution[] = []
  const interrupted: Ending[] = []
  for (const row of rows) {
    const request = row.status === 'RUNNING' ? requests.get(row.task_id) : undefined
    if (row.status === 'QUEUED' || (request && isIdempotent(request.method))) toMake.push(toWaiting(row))
    else if (request) interrupted.push(interruption(row, request))
  }
  return { toMake, interrupted }
}

const requestsOf = async (pool: pg.Pool, abandoned: readonly Row[]): Promise<Map<string, StoredRequest>> => {
  if (abandoned.length === 0) return new Map()
  const taskIds = plainArray(abandoned.map(({ task_id }) => task_id))
  const { rows } = await pool.query<{ id: string; request: StoredRequest }>(requestsSql, [taskIds])
  return new Map(rows.map(({ id, request }) => [id, request]))
}

const toWaiting = (row: Row): WaitingExecution => ({
  id: row.id,
  taskId: row.task_id,
  accountId: row.account_id,
  trigger: row.trigger,
  deadAttempt: row.attempt,
})

const interruptedMessage = (method: RequestMethod) =>
  `The server that made this call stopped before the answer was recorded. A ${method} request is not sent a second time, since it may have been received.`

const interruption = (row: Row, request: StoredRequest): Ending => ({
  executionId: row.id,
  taskId: row.task_id,
  accountId: row.account_id,
  trigger: row.trigger,
  attempt: row.attempt ?? '',
  sent: { kind: 'own', request: describeSent(request, row.id) },
  result: { status: 'FAILED', code: 'INTERRUPTED', message: interruptedMessage(request.method), responseTimeMs: null },
})
