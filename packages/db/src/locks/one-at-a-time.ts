import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

const lockRetryMs = 100

/**
 * Has processes that start at once change the database one after the other: the session holds the lock until it ends. It asks again and again,
 * since a statement that waits for the lock would be waited for by the index build of its holder.
 */
export const lockOneAtATime = async (client: pg.Client, lock: number, lockWaitMs: number): Promise<void> => {
  const deadline = performance.now() + lockWaitMs
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [lock])
    if (rows[0]?.locked) return
    if (performance.now() > deadline)
      throw new Error(
        `Another process has been migrating this database for ${Math.round(lockWaitMs / 60_000)} minutes: end it, or wait and start again.`,
      )
    await sleep(lockRetryMs)
  }
}
