import { plainArray } from '@knockwire/db/sql-array'
import { bodyWithoutSecrets, type SecretValuesOf } from '@knockwire/services/requests/secret-values'
import type pg from 'pg'
import type { CompletedRow } from './completed-rows.ts'

const namesSql = `
  select e.id, array(select jsonb_array_elements_text(coalesce(tested.request, t.request) -> 'secretNames')) as names
  from executions e join tasks t on t.id = e.task_id left join tested_requests tested on tested.execution_id = e.id
  where e.id = any ($1::uuid[]) and coalesce(tested.request, t.request) ? 'secretNames'`

/** A target may repeat in its completion what it was sent, such as its input in a log: secrets of the request are masked there, too. */
export const withoutSecretsIn = async (
  client: pg.ClientBase,
  rows: readonly CompletedRow[],
  secretValuesOf: SecretValuesOf,
): Promise<CompletedRow[]> => {
  const ids = rows.flatMap(({ executionId, body }) => (body !== null && body.length > 0 ? [executionId] : []))
  if (ids.length === 0) return [...rows]
  const found = await client.query<{ id: string; names: string[] }>(namesSql, [plainArray(ids)])
  const namesOf = new Map(found.rows.map(({ id, names }) => [id, names]))
  return Promise.all(
    rows.map(async (row) => {
      const names = namesOf.get(row.executionId)
      if (names === undefined || row.body === null) return row
      return { ...row, body: bodyWithoutSecrets(row.body, await secretValuesOf(row.accountId, names)) }
    }),
  )
}
