import type { Secrets } from '@knockwire/services/secrets/secrets'
import { decryptHeaders } from '@knockwire/services/secrets/stored-headers'
import type { KeptHeaders } from '@knockwire/db/stored-json'
import type { Observation } from '@knockwire/domain/conditions/sources/source'
import { type StoredResponse, observationOf } from '@knockwire/domain/executions/observation'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { DecidedExecution } from './read-rules.ts'
import { createBatcher } from '@knockwire/queue/batcher'
import { plainArray } from '@knockwire/db/sql-array'

/** The answer to the task's execution before, null where there was none. Never throws: while the database is away, it waits. */
export type RunBeforeLoader = (execution: DecidedExecution) => Promise<Observation | null>

// The order is that of the index, nulls included.
const loadSql = `
  select asked.id, before.* from unnest($1::uuid[], $2::uuid[]) as asked (id, task_id)
  cross join lateral (
    select e.status_code as "statusCode", e.response_time_ms as "responseTimeMs",
      d.response_headers as "responseHeaders", d.response_body as "responseBody", d.is_truncated as "isTruncated"
    from executions e join execution_details d on d.execution_id = e.id
    where e.task_id = asked.task_id and e.id < asked.id and e.status in ('SUCCEEDED', 'FAILED')
    order by e.id desc nulls last limit 1
  ) as before`

interface Row extends Omit<StoredResponse, 'responseHeaders'> {
  id: string
  responseHeaders: KeptHeaders | null
}

interface Asked {
  execution: DecidedExecution
  answer: (observation: Observation | null) => void
}

export interface RunBeforeLoaderOptions {
  pool: pg.Pool
  secrets: Secrets
  log: Logger
  onError: (error: Error) => void
}

/** Each may bring a body of 1 MiB with it. */
const maxItems = 10

export const createRunBeforeLoader = ({ pool, secrets, log, onError }: RunBeforeLoaderOptions): RunBeforeLoader => {
  const asked = createBatcher<Asked>({
    write: async (group) => {
      const ids = plainArray(group.map(({ execution }) => execution.executionId))
      const taskIds = plainArray(group.map(({ execution }) => execution.taskId))
      const { rows } = await pool.query<Row>({ name: 'load_runs_before', text: loadSql, values: [ids, taskIds] })
      const found = new Map(rows.map((row) => [row.id, observationOf(withHeaders(row, secrets))]))
      for (const { execution, answer } of group) answer(found.get(execution.executionId) ?? null)
    },
    onRejected: ({ execution, answer }, error) => {
      log.error({ executionId: execution.executionId, err: error }, 'the execution before cannot be read')
      answer(null)
    },
    onError,
    maxItems,
  })
  return (execution) => new Promise((answer) => asked.add({ execution, answer }))
}

const withHeaders = (row: Row, secrets: Secrets): StoredResponse => ({
  ...row,
  responseHeaders: row.responseHeaders && decryptHeaders(row.responseHeaders, secrets),
})
