import type { EncryptedValue } from '@knockwire/db/stored-json'
import type pg from 'pg'
import type { Secrets } from './secrets.ts'

/** Every column that holds encrypted values, alone or inside other JSON. */
const columns = [
  ['tasks', 'request'],
  ['notifications', 'setting'],
  ['webhook_secrets', 'secret'],
  ['slack_channels', 'token'],
  ['slack_channels', 'webhook_url'],
  ['tested_requests', 'request'],
  ['sign_in_challenges', 'data'],
  ['execution_details', 'response_headers'],
  ['received_requests', 'request_headers'],
] as const

export interface Reencrypted {
  table: string
  column: string
  /** Rows whose values are now encrypted under the current key. */
  changed: number
  /** Rows with a value whose key is not in the keyring, or that was damaged. They are left as they are. */
  unreadable: number
}

const batchRows = 200

const isEncrypted = (value: object): value is EncryptedValue =>
  Object.keys(value).length === 3 && 'k' in value && 'iv' in value && 'data' in value

interface Walk {
  secrets: Secrets
  current: string
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
  ctid: string
  text: string
}

/**
 * Encrypts what other keys of the keyring encrypted under the current one, while everything runs: a row that is changed
 * meanwhile is skipped, since whoever changed it has used the current key. May be interrupted and repeated.
 */
export const reencrypt = async (
  pool: pg.Pool,
  { secrets, current }: { secrets: Secrets; current: string },
): Promise<Reencrypted[]> => {
  const results: Reencrypted[] = []
  for (const [table, column] of columns) {
    const result: Reencrypted = { table, column, changed: 0, unreadable: 0 }
    const reader = await pool.connect()
    try {
      await reader.query('begin')
      await reader.query({
        text: `declare stale no scroll cursor for select ctid::text, ${column}::text as text from ${table}
               where jsonb_path_exists(${column}, '$.** ? (exists(@.iv) && @.k != $current)', jsonb_build_object('current', $1::text))`,
        values: [current],
      })
      for (;;) {
        const { rows } = await reader.query<Row>(`fetch ${batchRows} from stale`)
        if (rows.length === 0) break
        const renewed = rows.map(({ ctid, text }) => {
          const walk: Walk = { secrets, current, isUnreadable: false }
          const next = JSON.stringify(renew(JSON.parse(text), walk))
          if (walk.isUnreadable) result.unreadable += 1
          return { ctid, text, next }
        })
        const { rowCount } = await pool.query(
          `update ${table} t set ${column} = new.next::jsonb
           from jsonb_to_recordset($1::jsonb) as new (ctid text, text text, next text)
           where t.ctid = new.ctid::tid and t.${column} = new.text::jsonb and new.next::jsonb <> new.text::jsonb`,
          [JSON.stringify(renewed)],
        )
        result.changed += rowCount ?? 0
      }
      await reader.query('commit')
    } finally {
      reader.release(true)
    }
    results.push(result)
  }
  return results
}
