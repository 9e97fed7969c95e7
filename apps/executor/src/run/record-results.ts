import { inTransaction } from '@knockwire/db/transaction'
import type { Queue } from '@knockwire/queue/queue'
import type pg from 'pg'
import { deactivateFailing } from './deactivate-failing.ts'
import type { RunResult } from './execution.ts'
import { type RecordedResult, writeResults } from './write-results.ts'

/** What follows from a run's result: its notifications' conditions are decided. */
export interface PostRunHook {
  /** Before the result joins a batch to be committed: slow work here delays this execution alone. */
  prepare: (result: RunResult) => Promise<void>
  /** Whether there is anything to record for the result. */
  appliesTo: (result: RunResult) => boolean
  /** Writes in the transaction that records the results. It may be repeated. */
  record: (client: pg.ClientBase, recorded: readonly RecordedResult[]) => Promise<void>
  /** After that transaction is committed. */
  onCommitted: () => void
}

export interface RecordTools {
  pool: pg.Pool
  queue: Queue
  publicOrigin: string
  postRun: PostRunHook
}

/** Commits the results of a batch of runs, and all that follows from them, in one transaction. */
export const recordResults = async (results: readonly RunResult[], tools: RecordTools): Promise<RecordedResult[]> => {
  const { pool, queue, publicOrigin, postRun } = tools
  const isHooked = results.some((result) => postRun.appliesTo(result))
  const hasFailure = results.some(({ outcome }) => outcome.status === 'FAILED')
  // Most batches are one statement, which is a transaction by itself: three round trips less.
  if (!isHooked && !hasFailure) return writeResults(pool, results)
  const recorded = await inTransaction(pool, async (client) => {
    const written = await writeResults(client, results)
    await deactivateFailing(client, written, { queue, publicOrigin })
    if (isHooked)
      await postRun.record(
        client,
        written.filter(({ result }) => postRun.appliesTo(result)),
      )
    return written
  })
  if (isHooked) postRun.onCommitted()
  return recorded
}
