import { isDeepStrictEqual } from 'node:util'
import type { EncryptedValue } from '@knockwire/db/stored-json'
import type pg from 'pg'
import type { Secrets } from '@knockwire/services/secrets/secrets'

interface Column {
  table: string
  /** The primary key: rows are read in its order and changed by it. */
  key: { name: string; type: 'uuid' | 'text' }
  column: string
  /** Of a column that holds other people's JSON too: the one member that is Knockwire's. */
  member?: string
}

const id = { name: 'id', type: 'uuid' } as const
const executionId = { name: 'execution_id', type: 'uuid' } as const

/** Every column that holds encrypted values, alone or inside other JSON. */
const columns: readonly Column[] = [
  { table: 'tasks', key: id, column: 'request' },
  { table: 'notifications', key: id, column: 'setting' },
  { table: 'webhook_secrets', key: { name: 'account_id', type: 'uuid' }, column: 'secret' },
  { table: 'account_secrets', key: id, column: 'value' },
  { table: 'slack_channels', key: id, column: 'token' },
  { table: 'slack_channels', key: id, column: 'webhook_url' },
  { table: 'deliveries', key: id, column: 'draft', member: 'setting' },
  { table: 'tested_requests', key: executionId, column: 'request' },
  { table: 'sign_in_challenges', key: { name: 'id_hash', type: 'text' }, column: 'data' },
  { table: 'execution_details', key: executionId, column: 'response_headers' },
  { table: 'received_requests', key: id, column: 'request_headers' },
  { table: 'idempotency_keys', key: id, column: 'response' },
  { table: 'encryption_check', key: { name: 'id', type: 'text' }, column: 'value' },
]

export interface Reencrypted {
  table: string
  column: string
  /** Rows whose values are now encrypted under the current key. */
  changed: number
  /** Rows with a value whose key is not in the keyring, or that was damaged. They are left as they are. */
  unreadable: number
  /**
   * Rows under another key that even the last pass over the whole table found: somebody still encrypts with that key, or
   * changes rows as fast as they are read. Only where it is 0 may the other keys be taken away.
   */
  unsettled: number
}

/** Rows that one statement reads. */
const pageRows = 500
/** Looks at a whole table; one that settles takes two, and three where a row was changed meanwhile. */
const maxPasses = 5

const isEncrypted = (value: object): value is EncryptedValue =>
  Object.keys(value).length === 3 && 'k' in value && 'iv' in value && 'data' in value

interface Keys {
  secrets: Secrets
  current: string
}

interface Walk extends Keys {
  isUnreadable: boolean
}

/** The same JSON with each value that another key encrypted under the current one. */
const renew = (value: unknown, walk: Walk): unknown => {
  if (Array.isArray(value)) return value.map((item) => renew(item, walk))
  if (!(value instanceof Object)) return value
  if (!isEncrypted(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, renew(inner, walk)]))
  if (value.k === walk.current) return value
  try {
    return walk.secrets.encrypt(walk.secrets.decrypt(value))
  } catch {
    walk.isUnreadable = true
    return value
  }
}

interface Row {
  key: string
  /** Null where all its values are under the current key. */
  text: string | null
}

interface Pass {
  /** Rows that had readable values under another key. */
  found: number
  changed: number
  unreadable: number
}

const sqlOf = ({ table, key, column, member }: Column) => {
  const read = (row: string) => (member === undefined ? `${row}.${column}` : `${row}.${column} -> '${member}'`)
  const written = member === undefined ? 'new.next::jsonb' : `jsonb_set(t.${column}, '{${member}}', new.next::jsonb)`
  const page = (where: string) => `
    select t.${key.name}::text as key, case when jsonb_path_exists(
      ${read('t')}, '$.** ? (exists(@.iv) && @.k != $current)', jsonb_build_object('current', $1::text)
    ) then (${read('t')})::text end as text
    from ${table} t ${where} order by t.${key.name} limit ${pageRows}`
  return {
    first: page(''),
    next: page(`where t.${key.name} > $2::${key.type}`),
    // A row that is being changed is waited for, and then compared as it has become.
    write: `update ${table} t set ${column} = ${written}
      from jsonb_to_recordset($1::jsonb) as new (key ${key.type}, text text, next text)
      where t.${key.name} = new.key and ${read('t')} = new.text::jsonb`,
  }
}

/** Looks at every row of a table once, a page at a time; each statement is its own transaction. */
const walkTable = async (pool: Pick<pg.Pool, 'query'>, column: Column, keys: Keys): Promise<Pass> => {
  const sql = sqlOf(column)
  const pass: Pass = { found: 0, changed: 0, unreadable: 0 }
  let after: string | null = null
  for (;;) {
    const parameters: string[] = after === null ? [keys.current] : [keys.current, after]
    const { rows }: { rows: Row[] } = await pool.query<Row>(after === null ? sql.first : sql.next, parameters)
    const renewed = rows.flatMap(({ key, text }) => {
      if (text === null) return []
      const walk: Walk = { ...keys, isUnreadable: false }
      const old: unknown = JSON.parse(text)
      const next = renew(old, walk)
      if (walk.isUnreadable) pass.unreadable += 1
      return isDeepStrictEqual(old, next) ? [] : [{ key, text, next: JSON.stringify(next) }]
    })
    pass.found += renewed.length
    if (renewed.length > 0) pass.changed += (await pool.query(sql.write, [JSON.stringify(renewed)])).rowCount ?? 0
    if (rows.length < pageRows) return pass
    after = rows.at(-1)?.key ?? null
  }
}

/**
 * Encrypts what other keys of the keyring encrypted under the current one, while everything runs. A row that somebody changes
 * between being read and being written is not overwritten: it may still hold the value under the other key, so the table is read
 * again, until a pass finds nothing more that can be read. May be interrupted and repeated.
 */
export const reencrypt = async (pool: Pick<pg.Pool, 'query'>, keys: Keys): Promise<Reencrypted[]> => {
  const results: Reencrypted[] = []
  for (const column of columns) {
    let last = await walkTable(pool, column, keys)
    let { changed } = last
    for (let passes = 1; last.found > 0 && passes < maxPasses; passes += 1) {
      last = await walkTable(pool, column, keys)
      changed += last.changed
    }
    const { table, column: name } = column
    results.push({ table, column: name, changed, unreadable: last.unreadable, unsettled: last.found })
  }
  return results
}
