import type pg from 'pg'

/** Apart from other users of advisory locks. */
const lockSpace = 7_205_936

/**
 * Does the work on one connection unless another executor holds the lock: then null. There is no transaction around it:
 * each statement commits by itself, so that what it has locked waits for the database only, and for no busy process.
 */
export const exclusively = async <T>(
  pool: pg.Pool,
  lock: number,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T | null> => {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const sql = 'select pg_try_advisory_lock($1, $2) as locked'
    const { rows } = await client.query<{ locked: boolean }>(sql, [lockSpace, lock])
    if (!rows[0]?.locked) return null
    const done = await work(client)
    await client.query('select pg_advisory_unlock($1, $2)', [lockSpace, lock])
    return done
  } catch (error) {
    // Closing the connection releases the lock, whatever state it is in.
    broken = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    client.release(broken)
  }
}
