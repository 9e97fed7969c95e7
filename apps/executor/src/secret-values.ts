import { plainArray, textArray } from '@knockwire/db/sql-array'
import type { EncryptedValue } from '@knockwire/db/stored-json'
import type { SecretValues, SecretValuesOf } from '@knockwire/services/requests/secret-values'
import type { Secrets } from '@knockwire/services/secrets/secrets'
import type pg from 'pg'

interface Row {
  account_id: string
  name: string
  value: EncryptedValue
}

const selectSql = `
  select s.account_id, s.name, s.value
  from unnest($1::uuid[], $2::text[]) as pairs (account_id, name)
    join account_secrets s on s.account_id = pairs.account_id and s.name = pairs.name`

interface Waiting {
  accountId: string
  names: readonly string[]
  resolve: (values: SecretValues) => void
  reject: (error: unknown) => void
}

/**
 * Reads the secrets that requests refer to, when each is sent: one that is changed is used from its commit on, by every process, and
 * nothing has to be told to forget it. Those that are requested in one turn of the event loop are one statement by an index, and a
 * request that refers to none reads nothing.
 */
export const createSecretValues = (pool: Pick<pg.Pool, 'query'>, secrets: Secrets): SecretValuesOf => {
  let waiting: Waiting[] = []

  const read = async () => {
    const requested = waiting
    waiting = []
    try {
      const pairs = requested.flatMap(({ accountId, names }) => names.map((name) => [accountId, name] as const))
      const values = [plainArray(pairs.map(([accountId]) => accountId)), textArray(pairs.map(([, name]) => name))]
      const { rows } = await pool.query<Row>({ name: 'select_secrets', text: selectSql, values })
      const byAccount = Map.groupBy(rows, (row) => row.account_id)
      for (const { accountId, names, resolve } of requested) {
        const own = byAccount.get(accountId) ?? []
        resolve(
          new Map(
            own.filter(({ name }) => names.includes(name)).map(({ name, value }) => [name, secrets.decrypt(value)]),
          ),
        )
      }
    } catch (error) {
      for (const { reject } of requested) reject(error)
    }
  }

  return (accountId, names) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(() => void read())
      waiting.push({ accountId, names, resolve, reject })
    })
}
