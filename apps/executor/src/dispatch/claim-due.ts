import type { Queue } from '@knockwire/queue/queue'
import type pg from 'pg'
import { inTransaction } from '@knockwire/db/transaction'
import type { AccountQuota } from './account-quota.ts'
import { countUnderWay, lockDue } from './due-schedule.ts'
import { queueRuns, type QueuedRun } from './queue-runs.ts'

/** Schedules claimed in one transaction. */
const batchSize = 1000

/**
 * The claim's commit does not wait for the disk: nothing is called before the run's start is committed, which does,
 * and flushes all that was written before. Lost with the server, the claim is simply made again.
 * An executor that is frozen in here holds its rows only until the timeout.
 */
const begin = `begin; set local synchronous_commit = off; set local idle_in_transaction_session_timeout = '10s'`

export interface Claim {
  queued: QueuedRun[]
  /** More may be due than was looked at. */
  hasMore: boolean
  /** Until the next schedule is due; null where none is planned. */
  waitMs: number | null
}

export const claimDue = async (pool: pg.Pool, queue: Queue, quota: AccountQuota): Promise<Claim> =>
  inTransaction(
    pool,
    async (client) => {
      const { due, nowMs, nextMs } = await lockDue(client, batchSize, quota.blocked())
      const allowed = quota.admit(due, await countUnderWay(client, quota.toCount(due)))
      const queued = allowed.length > 0 ? await queueRuns(client, queue, allowed, nowMs) : []
      return { queued, hasMore: due.length === batchSize, waitMs: nextMs === null ? null : nextMs - nowMs }
    },
    begin,
  )
