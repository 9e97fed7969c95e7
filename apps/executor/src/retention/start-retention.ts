import type { DatabaseHandle } from '@knockwire/db/client'
import type { InstanceWithLimits } from '@knockwire/domain/instance/limits'
import type { Logger } from 'pino'
import { repeat } from '@knockwire/queue/wakeable-timer'
import type { RecordedResult } from '../run/record/write-results.ts'
import { createFullTasks, createRecentReceivers } from './recently-recorded.ts'
import { executionHistory, type HistoryKind, requestHistory } from './history-kind.ts'
import { deleteOverAgePage, deleteOverCountPage, historyAllowances } from './delete-over-limit.ts'
import { createRecount } from './recount.ts'
import { StoredBytesLimit } from './stored-bytes-limit.ts'
import { sweep } from './sweep.ts'

export interface Retention {
  /** Runs were recorded: their tasks may have more than is kept by now. */
  noteRecorded: (recorded: readonly RecordedResult[]) => void
  /** How far the job that is furthest behind its schedule is behind, in seconds; 0 where all were done in time. */
  lagSeconds: () => number
  stop: () => Promise<void>
}

export interface RetentionTools extends InstanceWithLimits {
  /** Connections of its own: what is deleted keeps no run waiting for one. */
  database: DatabaseHandle
  log: Logger
  onError: (error: Error) => void
}

const second = 1000
const minute = 60 * second

/** Each names what one executor does at a time; all deletion of requests is one of them. */
const locks = { executions: 1, executionAge: 2, requests: 3, executionCounts: 4, requestCounts: 5 }

/**
 * Keeps histories within the plans: in number, in age and in bytes. What was recorded lately is looked at within a
 * second or two, at the cost of what is over its limit; everything else, as after a downgrade, in the order of ids.
 */
export const startRetention = ({ database, limits, log, onError }: RetentionTools): Retention => {
  const { pool } = database
  const allowances = historyAllowances({ limits })
  let stopping = false
  const isStopped = () => stopping
  const fullTasks = createFullTasks(pool, allowances, isStopped)
  const storedBytes = new StoredBytesLimit({ database, limits, requestsLock: locks.requests, isStopped })
  const recentReceivers = createRecentReceivers({
    pool,
    allowances,
    lock: locks.requests,
    onRecorded: (accountId) => storedBytes.note(accountId),
    isStopped,
  })
  const overCount = (kind: HistoryKind, lock: number) => () =>
    sweep({ pool, lock, isStopped, page: (client, page) => deleteOverCountPage(client, kind, { allowances, ...page }) })
  const overAge = (kind: HistoryKind, lock: number) => () =>
    sweep({ pool, lock, isStopped, page: (client, page) => deleteOverAgePage(client, kind, { allowances, ...page }) })

  const works: { name: string; everyMs: number; work: () => Promise<number> }[] = [
    { name: 'full-tasks', everyMs: second, work: fullTasks.cut },
    { name: 'recent-receivers', everyMs: 2 * second, work: recentReceivers },
    { name: 'stored-bytes', everyMs: 2 * second, work: () => storedBytes.enforce() },
    { name: 'all-tasks', everyMs: 10 * minute, work: overCount(executionHistory, locks.executions) },
    { name: 'all-receivers', everyMs: 10 * minute, work: overCount(requestHistory, locks.requests) },
    { name: 'old-executions', everyMs: 10 * minute, work: overAge(executionHistory, locks.executionAge) },
    { name: 'old-requests', everyMs: 10 * minute, work: overAge(requestHistory, locks.requests) },
    { name: 'all-stored-bytes', everyMs: 10 * minute, work: () => storedBytes.enforceAll() },
    {
      name: 'recount-executions',
      everyMs: 30 * second,
      work: createRecount({ pool, kind: executionHistory, lock: locks.executionCounts, isStopped }),
    },
    {
      name: 'recount-requests',
      everyMs: 30 * second,
      work: createRecount({ pool, kind: requestHistory, lock: locks.requestCounts, isStopped }),
    },
  ]
  const dueAtMs = new Map(works.map(({ name, everyMs }) => [name, performance.now() + everyMs]))
  const repeating = works.map(({ name, everyMs, work }) => {
    const perform = async () => {
      const changed = await work()
      dueAtMs.set(name, performance.now() + everyMs)
      if (changed > 0) log.info({ job: name, changed }, 'retention job done')
    }
    // First after a part of the time, so that a start is not slowed, and not at once in all executors.
    return repeat(everyMs * (0.1 + Math.random() * 0.4), async () => {
      await perform().catch(onError)
      return everyMs
    })
  })

  return {
    noteRecorded: (recorded) => {
      for (const { result, released } of recorded) {
        storedBytes.note(result.accountId)
        // A test run's task is not known to be full, nor not to be.
        if (released === null || released.executionsTotal > allowances.minKept) fullTasks.note(result.taskId)
      }
    },
    lagSeconds: () => Math.max(0, performance.now() - Math.min(...dueAtMs.values())) / 1000,
    stop: async () => {
      stopping = true
      await Promise.all(repeating.map(({ stop }) => stop()))
    },
  }
}
