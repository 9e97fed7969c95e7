import type { StoredHeaders } from '@knockwire/db/stored-json'
import { decodeBody } from '@knockwire/domain/charsets/decode-body'
import type { Observation } from '@knockwire/domain/conditions/sources/source'
import { contentTypeOf } from '@knockwire/domain/headers/read-headers'
import { decodeReceived } from '@knockwire/services/receivers/received-body'
import type { Secrets } from '@knockwire/services/secrets/secrets'
import { decryptHeaders } from '@knockwire/services/secrets/stored-headers'
import type pg from 'pg'

const loadSql = `
  select method, request_headers as headers, request_body as body from received_requests where id = $1`

interface Row {
  method: string
  headers: StoredHeaders
  body: Uint8Array
}

/** What conditions look at of a received request: its body without its content encoding. Null where it has been deleted. */
export const observeRequest = async (
  pool: pg.Pool,
  secrets: Secrets,
  requestId: string,
): Promise<Observation | null> => {
  const { rows } = await pool.query<Row>({ name: 'load_undecided', text: loadSql, values: [requestId] })
  const [row] = rows
  if (row === undefined) return null
  const headers = decryptHeaders(row.headers, secrets)
  const { bytes, problem } = await decodeReceived(row.body, headers)
  const body = problem === null ? decodeBody(bytes, contentTypeOf(headers)) : null
  const bodyProblem = problem ?? (body === null ? 'The body is not text.' : null)
  return { method: row.method, statusCode: null, responseTimeMs: null, headers, body, bodyProblem }
}
