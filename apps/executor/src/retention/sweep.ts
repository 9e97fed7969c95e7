import type pg from 'pg'
import { BatchSize } from './batch-size.ts'
import { firstId } from './history-kind.ts'
import { exclusively } from './exclusively.ts'
import type { DeletedOfPage, PageOptions } from './over-count.ts'

export interface SweepOptions {
  pool: pg.Pool
  /** Names what keeps other executors from doing the same meanwhile. */
  lock: number
  page: (client: pg.PoolClient, options: PageOptions) => Promise<DeletedOfPage>
  ownersAtOnce?: number
  isStopped: () => boolean
}

/** Goes through all owners in pages, each batch in a transaction of its own, and gives how many rows were deleted. */
export const sweep = async (options: SweepOptions): Promise<number> => {
  const { pool, lock, page, ownersAtOnce = 500, isStopped } = options
  const batch = new BatchSize()
  let after = firstId
  let deleted = 0
  while (!isStopped()) {
    const startedAt = performance.now()
    const size = batch.size
    const pageOptions = { after, batch: size, owners: ownersAtOnce }
    const done = await exclusively(pool, lock, (client) => page(client, pageOptions))
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
