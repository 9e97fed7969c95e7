import { inTransaction } from '@knockwire/db/transaction'
import { repeat, type RepeatingTask } from '@knockwire/queue/wakeable-timer'
import type pg from 'pg'
import type { ExecutorContext } from '../context.ts'
import {
  createClosedAccountsDeletion,
  createOldChangesDeletion,
  createOldRollupsDeletion,
  createUnusedRequestsDeletion,
  createExpiredDeletion,
  createStaleDraftsDeletion,
  createStaleReceiverDraftsDeletion,
  deleteUnconfirmed,
} from './delete-expired.ts'
import { mailDeactivations } from './deactivation-mails.ts'
import { createHourCounting } from '../heartbeats/learned/count-hours.ts'
import { endOutages } from './end-outages.ts'
import { mailRejections } from './rejection-mails.ts'
import {
  adoptJoinedDeliveries,
  createAbandonedDeliveriesJob,
  createAbandonedRunsJob,
  releaseEndedSchedules,
  requeueOldTests,
  requeueOrphans,
} from './abandoned-jobs.ts'

export interface NamedJob {
  name: string
  /** Names what keeps other executors from doing the same meanwhile. */
  lock: number
  run: MaintenanceJob
  /** Whether there is more of it to do, in its own transaction so that nobody waits long for what one has locked. */
  hasMore?: () => boolean
  /** After the transaction of a page is committed. */
  onCommitted?: () => void
}

const lockSpace = 7_205_934

/** After so long, the rest is left to the next time. */
const enoughMs = 5000

/** Does a job, unless another executor is at it, and again for as long as it has more to do. */
export const runMaintenanceJob = async (context: ExecutorContext, job: NamedJob): Promise<void> => {
  const until = performance.now() + enoughMs
  let changed = 0
  do {
    const pass = await inTransaction(context.maintenance.pool, async (client) => {
      const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_xact_lock($1, $2) as locked', [
        lockSpace,
        job.lock,
      ])
      return rows[0]?.locked ? job.run(client, context) : null
    })
    if (pass === null) break
    job.onCommitted?.()
    changed += pass
  } while (job.hasMore?.() && performance.now() < until)
  if (changed > 0) context.log.info({ job: job.name, changed }, 'maintenance job done')
}

/** Gives how many it changed. */
export type MaintenanceJob = (client: pg.PoolClient, context: ExecutorContext) => Promise<number>

const second = 1000
const minute = 60 * second

/** Each is done by one executor at a time. */
const maintenanceJobs = (): (NamedJob & { everyMs: number })[] => [
  { name: 'free-ended', lock: 1, everyMs: 30 * second, run: releaseEndedSchedules },
  { name: 'requeue-orphans', lock: 2, everyMs: 15 * second, run: requeueOrphans },
  { name: 'requeue-old-tests', lock: 12, everyMs: 60 * minute, run: requeueOldTests },
  { name: 'give-up-failed-jobs', lock: 3, everyMs: 30 * second, ...createAbandonedRunsJob() },
  { name: 'delete-expired', lock: 4, everyMs: minute, ...createExpiredDeletion() },
  { name: 'delete-stale-drafts', lock: 5, everyMs: 10 * minute, ...createStaleDraftsDeletion() },
  { name: 'delete-stale-receiver-drafts', lock: 14, everyMs: 10 * minute, ...createStaleReceiverDraftsDeletion() },
  { name: 'unused-requests', lock: 11, everyMs: 10 * minute, ...createUnusedRequestsDeletion() },
  { name: 'delete-old-rollups', lock: 13, everyMs: 60 * minute, ...createOldRollupsDeletion() },
  { name: 'delete-old-heartbeat-changes', lock: 16, everyMs: 60 * minute, ...createOldChangesDeletion() },
  { name: 'count-request-hours', lock: 17, everyMs: 15 * second, ...createHourCounting() },
  { name: 'delete-unconfirmed-accounts', lock: 21, everyMs: 60 * minute, run: deleteUnconfirmed },
  { name: 'delete-closed-accounts', lock: 22, everyMs: 30 * second, ...createClosedAccountsDeletion() },
  { name: 'mail-rejections', lock: 23, everyMs: 10 * minute, run: mailRejections },
  { name: 'mail-deactivations', lock: 25, everyMs: 15 * second, run: mailDeactivations },
  { name: 'end-outages', lock: 24, everyMs: 15 * second, run: endOutages },
  { name: 'adopt-joined-deliveries', lock: 15, everyMs: 15 * second, run: adoptJoinedDeliveries },
  { name: 'give-up-failed-deliveries', lock: 10, everyMs: 5 * minute, ...createAbandonedDeliveriesJob() },
]

interface Maintenance {
  stop: () => Promise<void>
}

/** Does the chores, each at its own pace, until stopped. One that fails is logged, and done again the next time. */
export const startMaintenance = (context: ExecutorContext): Maintenance => {
  const repeating = maintenanceJobs().map(({ everyMs, ...job }) =>
    every(everyMs, () => runMaintenanceJob(context, job), context.onError),
  )
  return {
    stop: async () => {
      await Promise.all(repeating.map(({ stop }) => stop()))
    },
  }
}

/** First after a part of the time, so that a start is not slowed, and not at once in all executors. */
const every = (everyMs: number, work: () => Promise<void>, onError: (error: Error) => void): RepeatingTask =>
  repeat(everyMs * (0.1 + Math.random() * 0.4), async () => {
    await work().catch(onError)
    return everyMs
  })

/** A job that is done in pages, one each time. */
export interface PagedJob {
  run: MaintenanceJob
  /** Whether there is another page. */
  hasMore: () => boolean
  onCommitted?: () => void
}
