import type pg from 'pg'
import { inTransaction } from '../transaction.ts'

/** Apart from other users of advisory locks. */
const lockSpace = 7_205_936

/** What is deleted and was lost with the server is deleted again, so a commit need not wait for the disk. */
const begin = 'begin; set local synchronous_commit = off'

/** A transaction of retention: short, and not waited for by what it has locked until it is on disk. */
export const inShortTransaction = <T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
  inTransaction(pool, work, begin)

/** The same unless another executor holds the lock: then null. */
export const inExclusiveTransaction = <T>(
  pool: pg.Pool,
  lock: number,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T | null> =>
  inShortTransaction(pool, async (client) => {
    const sql = 'select pg_try_advisory_xact_lock($1, $2) as locked'
    const { rows } = await client.query<{ locked: boolean }>(sql, [lockSpace, lock])
    return rows[0]?.locked ? work(client) : null
  })
