import type { Queue } from '@knockwire/queue/queue'
import type pg from 'pg'
import { inTransaction } from '../transaction.ts'
import { withinQuota, type AccountQuota } from './account-quota.ts'
import { countUnderWay, lockDue } from './due-schedule.ts'
import { queueRuns } from './queue-runs.ts'

/** Schedules claimed in one transaction. */
const batchSize = 1000

/**
 * The claim's commit does not wait for the disk: nothing is called before the run's start is committed, which does,
 * and flushes all that was written before. Lost with the server, the claim is simply made again.
 * An executor that is frozen in here holds its rows only until the timeout.
 */
const begin = `begin; set local synchronous_commit = off; set local idle_in_transaction_session_timeout = '10s'`

export interface Claim {
  queued: number
  /** More may be due than was looked at. */
  hasMore: boolean
}

export const claimDue = async (pool: pg.Pool, queue: Queue, quota: AccountQuota): Promise<Claim> =>
  inTransaction(
    pool,
    async (client) => {
      const due = await lockDue(client, batchSize, quota.blocked(Date.now()))
      if (due.length === 0) return { queued: 0, hasMore: false }
      const underWay = await countUnderWay(client, [...new Set(due.map(({ accountId }) => accountId))])
      const { allowed, exceeded } = withinQuota(due, underWay, quota.limit)
      for (const accountId of exceeded) quota.block(accountId, Date.now())
      const queued = allowed.length > 0 ? await queueRuns(client, queue, allowed) : 0
      return { queued, hasMore: due.length === batchSize }
    },
    begin,
  )
