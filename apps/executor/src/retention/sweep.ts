import type pg from 'pg'
import { firstId } from './history-kind.ts'
import type { DeletedOfPage, PageOptions } from './delete-over-limit.ts'

const minSize = 50
const maxSize = 2000
/** So long may a statement hold its locks: records of the same owner's runs or requests wait for it. */
const longMs = 250
const shortMs = 100

/** How many rows a statement deletes at once: fewer where rows are large or the disk is slow. */
export class BatchSize {
  #size = 200

  get size() {
    return this.#size
  }

  /**
   * @param count - rows that a statement deleted.
   * @param elapsedMs - how long it took.
   */
  note(count: number, elapsedMs: number) {
    if (elapsedMs > longMs && count > minSize) this.#size = Math.max(minSize, Math.floor(this.#size / 2))
    else if (count >= this.#size / 2 && elapsedMs < shortMs) this.#size = Math.min(maxSize, this.#size * 2)
  }
}

/** Apart from other users of advisory locks. */
const lockSpace = 7_205_936

/**
 * Does the work on one connection unless another executor holds the lock: then null. There is no transaction around it:
 * each statement commits separately, so that what it has locked waits for the database only, and for no busy process.
 */
export const withExclusiveLock = async <T>(
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

export interface SweepOptions {
  pool: pg.Pool
  /** Names what keeps other executors from doing the same meanwhile. */
  lock: number
  page: (client: pg.PoolClient, options: PageOptions) => Promise<DeletedOfPage>
  ownersAtOnce?: number
  isStopped: () => boolean
}

/** Goes through all owners in pages, each batch in its own transaction, and gives how many rows were deleted. */
export const sweep = async (options: SweepOptions): Promise<number> => {
  const { pool, lock, page, ownersAtOnce = 500, isStopped } = options
  const batch = new BatchSize()
  let after = firstId
  let deleted = 0
  while (!isStopped()) {
    const startedAt = performance.now()
    const size = batch.size
    const pageOptions = { after, batch: size, owners: ownersAtOnce }
    const done = await withExclusiveLock(pool, lock, (client) => page(client, pageOptions))
    if (done === null) break
    deleted += done.count
    batch.note(done.count, performance.now() - startedAt)
    // A full batch may have left something of the page.
    if (done.count >= size) continue
    if (done.last === null) break
    after = done.last
  }
  return deleted
}
