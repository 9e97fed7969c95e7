import { plainArray } from '@knockwire/db/sql-array'
import type pg from 'pg'

const silentSql = `
  select id from executions where id = any ($1::uuid[]) and trigger = 'TEST' and sends_notifications is not true`

/** Those of the executions that are tests by which nobody is notified: their owner only wants to see the response. */
export const findSilentTests = async (
  client: pg.ClientBase,
  executionIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (executionIds.length === 0) return new Set()
  const { rows } = await client.query<{ id: string }>({
    name: 'silent_tests',
    text: silentSql,
    values: [plainArray(executionIds)],
  })
  return new Set(rows.map(({ id }) => id))
}
