import type pg from 'pg'

/** Commits what `work` did, or nothing of it. A connection whose state is unknown afterwards is not used again. */
export const inTransaction = async <T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  begin = 'begin',
): Promise<T> => {
  const client = await pool.connect()
  let broken: Error | undefined
  const onBroken = (error: Error) => (broken = error)
  // A connection that breaks while it is checked out emits an event, which ends the process where nobody listens.
  client.on('error', onBroken)
  try {
    await client.query(begin)
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    // On a connection that gave no answer, a rollback would wait for one as well. Closing it rolls back.
    if (isAnswer(error)) await client.query('rollback').catch(onBroken)
    else onBroken(error instanceof Error ? error : new Error(String(error)))
    throw error
  } finally {
    client.off('error', onBroken)
    client.release(broken)
  }
}

/** Whether the server said so: its errors have a code of five characters. */
const isAnswer = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)
