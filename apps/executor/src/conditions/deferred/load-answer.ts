import type { Secrets } from '@knockwire/services/secrets/secrets'
import { decryptHeaders } from '@knockwire/services/secrets/stored-headers'
import type { KeptHeaders } from '@knockwire/db/stored-json'
import type { Observation } from '@knockwire/domain/conditions/sources/source'
import type { ExecutionTrigger } from '@knockwire/domain/executions/execution'
import { type StoredResponse, observationOf } from '@knockwire/domain/executions/observation'
import type pg from 'pg'

const loadSql = `
  select e.trigger, e.status_code as "statusCode", e.response_time_ms as "responseTimeMs",
    d.response_headers as "responseHeaders", d.response_body as "responseBody", d.is_truncated as "isTruncated"
  from executions e join execution_details d on d.execution_id = e.id
  where e.id = $1`

interface Row extends Omit<StoredResponse, 'responseHeaders'> {
  trigger: ExecutionTrigger
  responseHeaders: KeptHeaders | null
}

export interface StoredAnswer {
  trigger: ExecutionTrigger
  observation: Observation
}

/** What conditions look at of a recorded execution; null where it has been deleted. */
export const loadAnswer = async (
  pool: pg.Pool,
  secrets: Secrets,
  executionId: string,
): Promise<StoredAnswer | null> => {
  const { rows } = await pool.query<Row>({ name: 'load_deferred_answer', text: loadSql, values: [executionId] })
  const [row] = rows
  if (row === undefined) return null
  const responseHeaders = row.responseHeaders && decryptHeaders(row.responseHeaders, secrets)
  return { trigger: row.trigger, observation: observationOf({ ...row, responseHeaders }) }
}
