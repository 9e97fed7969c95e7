import type pg from 'pg'
import type { ExecutorContext } from '../context.ts'
import type { RecordedEnding } from '../run/record/write-endings.ts'
import { repeat, type Repeating } from '../repeat.ts'
import { inTransaction } from '../transaction.ts'
import { deleteExpired, deleteStaleDrafts, deleteUnconfirmed } from './expired.ts'
import { giveUpFailedDeliveries } from './failed-deliveries.ts'
import { leastKept } from './history-limits.ts'
import { createReceivedAgeLimit, pruneReceived } from './received-requests.ts'
import { createRunAgeLimit, pruneAll, pruneTasks } from './retention.ts'
import { type NamedChore, runChore } from './run-chore.ts'
import { freeEnded, giveUpFailedJobs, requeueOrphans } from './stuck-runs.ts'
import { createUnusedRequestsLimit } from './unused-requests.ts'

/** Gives how many it changed. */
export type Chore = (client: pg.PoolClient, context: ExecutorContext) => Promise<number>

const second = 1000
const minute = 60 * second

/** Each is done by one executor at a time. */
const chores = (): (NamedChore & { everyMs: number })[] => [
  { name: 'free-ended', lock: 1, everyMs: 30 * second, run: freeEnded },
  { name: 'requeue-orphans', lock: 2, everyMs: 15 * second, run: requeueOrphans },
  { name: 'give-up-failed-jobs', lock: 3, everyMs: 30 * second, run: giveUpFailedJobs },
  { name: 'delete-expired', lock: 4, everyMs: 10 * minute, run: deleteExpired },
  { name: 'delete-stale-drafts', lock: 5, everyMs: 10 * minute, run: deleteStaleDrafts },
  { name: 'prune-all', lock: 6, everyMs: 60 * minute, run: pruneAll },
  { name: 'age-limit', lock: 7, everyMs: 10 * minute, ...createRunAgeLimit() },
  { name: 'prune-received', lock: 8, everyMs: 30 * second, run: pruneReceived },
  { name: 'received-age-limit', lock: 9, everyMs: 10 * minute, ...createReceivedAgeLimit() },
  { name: 'unused-requests', lock: 11, everyMs: 10 * minute, ...createUnusedRequestsLimit() },
  { name: 'delete-unconfirmed-accounts', lock: 21, everyMs: 60 * minute, run: deleteUnconfirmed },
  { name: 'give-up-failed-deliveries', lock: 10, everyMs: 5 * minute, run: giveUpFailedDeliveries },
]

/** How soon after a run its task is cut to what its plan keeps. */
const pruneEveryMs = 5 * second

export interface Upkeep {
  /** Runs were recorded: their tasks may have more than is kept by now. */
  noteRecorded: (recorded: readonly RecordedEnding[]) => void
  stop: () => Promise<void>
}

/** Does the chores, each at its own pace, until stopped. One that fails is logged, and done again the next time. */
export const startUpkeep = (context: ExecutorContext): Upkeep => {
  const full = new Set<string>()
  const prune = async () => {
    const taskIds = [...full]
    full.clear()
    if (taskIds.length > 0) await inTransaction(context.database.pool, (client) => pruneTasks(client, taskIds))
  }
  const works = [
    ...chores().map(({ everyMs, ...chore }) => ({ everyMs, work: () => runChore(context, chore) })),
    { everyMs: pruneEveryMs, work: prune },
  ]
  const repeating = works.map(({ everyMs, work }) => every(everyMs, work, context.onError))
  return {
    noteRecorded: (recorded) => {
      for (const { ending, freed } of recorded) if (freed && freed.executionsTotal > leastKept) full.add(ending.taskId)
    },
    stop: async () => {
      await Promise.all(repeating.map(({ stop }) => stop()))
    },
  }
}

/** First after a part of the time, so that a start is not slowed, and not at once in all executors. */
const every = (everyMs: number, work: () => Promise<void>, onError: (error: Error) => void): Repeating =>
  repeat(everyMs * (0.1 + Math.random() * 0.4), async () => {
    await work().catch(onError)
    return everyMs
  })
