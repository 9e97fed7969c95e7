import type pg from 'pg'
import type { ExecutorContext } from '../context.ts'
import { repeat, type RepeatingTask } from '@knockwire/queue/wakeable-timer'
import { createClosedAccountsDeletion } from './closed-accounts.ts'
import { deleteExpired, deleteStaleDrafts, deleteUnconfirmed } from './expired.ts'
import { giveUpFailedDeliveries } from './failed-deliveries.ts'
import { type NamedChore, runChore } from './run-chore.ts'
import { freeEnded, giveUpFailedJobs, requeueOldTests, requeueOrphans } from './stuck-runs.ts'
import { createUnusedRequestsLimit } from './unused-requests.ts'

/** Gives how many it changed. */
export type Chore = (client: pg.PoolClient, context: ExecutorContext) => Promise<number>

const second = 1000
const minute = 60 * second

/** Each is done by one executor at a time. */
const chores = (): (NamedChore & { everyMs: number })[] => [
  { name: 'free-ended', lock: 1, everyMs: 30 * second, run: freeEnded },
  { name: 'requeue-orphans', lock: 2, everyMs: 15 * second, run: requeueOrphans },
  { name: 'requeue-old-tests', lock: 12, everyMs: 60 * minute, run: requeueOldTests },
  { name: 'give-up-failed-jobs', lock: 3, everyMs: 30 * second, run: giveUpFailedJobs },
  { name: 'delete-expired', lock: 4, everyMs: 10 * minute, run: deleteExpired },
  { name: 'delete-stale-drafts', lock: 5, everyMs: 10 * minute, run: deleteStaleDrafts },
  { name: 'unused-requests', lock: 11, everyMs: 10 * minute, ...createUnusedRequestsLimit() },
  { name: 'delete-unconfirmed-accounts', lock: 21, everyMs: 60 * minute, run: deleteUnconfirmed },
  { name: 'delete-closed-accounts', lock: 22, everyMs: 30 * second, ...createClosedAccountsDeletion() },
  { name: 'give-up-failed-deliveries', lock: 10, everyMs: 5 * minute, run: giveUpFailedDeliveries },
]

export interface Upkeep {
  stop: () => Promise<void>
}

/** Does the chores, each at its own pace, until stopped. One that fails is logged, and done again the next time. */
export const startUpkeep = (context: ExecutorContext): Upkeep => {
  const repeating = chores().map(({ everyMs, ...chore }) =>
    every(everyMs, () => runChore(context, chore), context.onError),
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
