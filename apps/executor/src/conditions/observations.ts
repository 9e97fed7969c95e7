import { plainArray } from '@knockwire/db/sql-array'
import type { StoredHeaders } from '@knockwire/db/stored-json'
import type { Observation } from '@knockwire/domain/conditions/sources/source'
import { inconclusiveCodes } from '@knockwire/domain/executions/inconclusive'
import type { ExecutionTrigger } from '@knockwire/domain/executions/execution'
import { type StoredResponse, observationOf } from '@knockwire/domain/executions/observation'
import { createBatcher } from '@knockwire/queue/batcher'
import type { Secrets } from '@knockwire/services/secrets/secrets'
import { decryptHeaders } from '@knockwire/services/secrets/stored-headers'
import type pg from 'pg'
import type { Logger } from 'pino'
import { runLogIds } from '../log-ids.ts'
import type { CallOutcome } from '../run/run.ts'
import type { DecidedExecution } from './read-rules.ts'

const noResponse: Observation = { statusCode: null, responseTimeMs: null, headers: null, body: null }

/** What conditions look at of a run. The body is only read where a condition asks for it. */
export const observeOutcome = (result: CallOutcome): Observation => {
  if (result.status === 'FAILED') return noResponse
  const { statusCode, headers, body: responseBody, isTruncated } = result.response
  const { responseTimeMs } = result
  let known: Observation | undefined
  const read = () =>
    (known ??= observationOf({ statusCode, responseTimeMs, responseHeaders: headers, responseBody, isTruncated }))
  return {
    statusCode,
    responseTimeMs,
    headers,
    get body() {
      return read().body
    },
    get bodyProblem() {
      return read().bodyProblem ?? null
    },
  }
}

interface EarlierRun {
  executionId: string
  observation: Observation
}

/**
 * The answer to the newest execution of the task before `beforeId`, null where there was none. A test is none: nothing is
 * compared with it. Never throws: while the database is away, it waits.
 */
export type PreviousRunLoader = (execution: DecidedExecution, beforeId: string) => Promise<EarlierRun | null>

/** A run that failed had no answer, though the redirect that it failed at is kept. */
const answeredSql = `case when e.status = 'SUCCEEDED' then e.status_code end`

const inconclusiveList = inconclusiveCodes.map((code) => `'${code}'`).join(', ')

// The order is that of the index, nulls included.
export const loadPreviousSql = `
  select requested.id as "beforeId", before.* from unnest($1::uuid[], $2::uuid[]) as requested (id, task_id)
  cross join lateral (
    select e.id, ${answeredSql} as "statusCode", e.response_time_ms as "responseTimeMs",
      d.response_headers as "responseHeaders", d.response_body as "responseBody", d.is_truncated as "isTruncated"
    from executions e join execution_details d on d.execution_id = e.id
    where e.task_id = requested.task_id and e.id < requested.id and e.status in ('SUCCEEDED', 'FAILED')
      and e.trigger <> 'TEST'
      and (e.error_code in (${inconclusiveList})) is not true
    order by e.id desc nulls last limit 1
  ) as before`

interface PreviousRow extends Omit<StoredResponse, 'responseHeaders'> {
  id: string
  beforeId: string
  responseHeaders: StoredHeaders | null
}

interface RunQuery {
  execution: DecidedExecution
  beforeId: string
  answer: (run: EarlierRun | null) => void
}

interface PreviousRunLoaderOptions {
  pool: pg.Pool
  secrets: Secrets
  log: Logger
  onError: (error: Error) => void
}

/** Each may bring a body of 1 MiB with it. */
const maxQueries = 10

export const createPreviousRunLoader = ({
  pool,
  secrets,
  log,
  onError,
}: PreviousRunLoaderOptions): PreviousRunLoader => {
  const queries = createBatcher<RunQuery>({
    write: async (group) => {
      const ids = plainArray(group.map(({ beforeId }) => beforeId))
      const taskIds = plainArray(group.map(({ execution }) => execution.taskId))
      const { rows } = await pool.query<PreviousRow>({
        name: 'load_runs_before',
        text: loadPreviousSql,
        values: [ids, taskIds],
      })
      const found = new Map(
        rows.map((row) => [
          row.beforeId,
          { executionId: row.id, observation: observationOf(withHeaders(row, secrets)) },
        ]),
      )
      for (const { beforeId, answer } of group) answer(found.get(beforeId) ?? null)
    },
    onRejected: ({ execution, answer }, error) => {
      log.error({ ...runLogIds(execution), err: error }, 'previous execution cannot be read')
      answer(null)
    },
    onError,
    maxItems: maxQueries,
  })
  return (execution, beforeId) => new Promise((answer) => queries.add({ execution, beforeId, answer }))
}

const withHeaders = (row: PreviousRow, secrets: Secrets): StoredResponse => ({
  ...row,
  responseHeaders: row.responseHeaders && decryptHeaders(row.responseHeaders, secrets),
})

const loadSql = `
  select e.trigger, ${answeredSql} as "statusCode", e.response_time_ms as "responseTimeMs",
    d.response_headers as "responseHeaders", d.response_body as "responseBody", d.is_truncated as "isTruncated"
  from executions e join execution_details d on d.execution_id = e.id
  where e.id = $1`

interface StoredRow extends Omit<StoredResponse, 'responseHeaders'> {
  trigger: ExecutionTrigger
  responseHeaders: StoredHeaders | null
}

interface StoredRun {
  trigger: ExecutionTrigger
  observation: Observation
}

/** What conditions look at of a recorded execution; null where it has been deleted. */
export const loadStoredRun = async (
  pool: pg.Pool,
  secrets: Secrets,
  executionId: string,
): Promise<StoredRun | null> => {
  const { rows } = await pool.query<StoredRow>({ name: 'load_deferred_answer', text: loadSql, values: [executionId] })
  const [row] = rows
  if (row === undefined) return null
  const responseHeaders = row.responseHeaders && decryptHeaders(row.responseHeaders, secrets)
  return { trigger: row.trigger, observation: observationOf({ ...row, responseHeaders }) }
}
