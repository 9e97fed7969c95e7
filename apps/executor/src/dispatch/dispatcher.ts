import { dueChannel } from '@knockwire/db/channels'
import { listen, type Listener } from '@knockwire/queue/listen'
import type { Queue } from '@knockwire/queue/queue'
import type pg from 'pg'
import { betweenTurnsMs, blockedSleepMs, claimAheadMs, leastAheadMs, longestSleepMs } from '../run/pacing.ts'
import type { AccountQuota } from './account-quota.ts'
import { createWakeableTimer } from '@knockwire/queue/wakeable-timer'
import { claimDue } from './claim-due.ts'
import type { DatabaseClock } from './database-clock.ts'
import type { QueuedRun } from '../run/run.ts'

export interface DispatcherOptions {
  pool: pg.Pool
  url: string
  queue: Queue
  quota: AccountQuota
  clock: DatabaseClock
  /** True while nothing is claimed. */
  isPaused: () => boolean
  onError: (error: Error) => void
}

/** Runs have been queued, in so long: those who make them need not wait for the database's notification. */
export type OnQueued = (runs: readonly QueuedRun[], ms: number) => void

export interface Dispatcher {
  /** Claims what is due until stopped. */
  start: (onQueued: OnQueued) => void
  /** Schedules came free here, of which the next is due after this time. */
  expectWithin: (ms: number) => void
  wake: () => void
  /** When a turn last succeeded, in epoch milliseconds; 0 before the first. */
  lastDispatchAtMs: () => number
  stop: () => Promise<void>
}

/** Claims what is due, once it is started; sleeps until the next time, or until it is woken because there may be an earlier one. */
export const createDispatcher = (options: DispatcherOptions): Dispatcher => {
  const { onError } = options
  const timer = createWakeableTimer()
  let lastDispatchAtMs = 0
  let failures = 0

  const turn = async (onQueued: OnQueued): Promise<number> => {
    if (options.isPaused()) {
      lastDispatchAtMs = Date.now()
      return longestSleepMs
    }
    const startedAt = performance.now()
    const { queued, hasMore, waitMs } = await claimDue(options, claimAheadMs)
    const endedAt = performance.now()
    if (queued.length > 0) onQueued(queued, endedAt - startedAt)
    lastDispatchAtMs = Date.now()
    failures = 0
    if (hasMore) return 0
    const isBlocked = options.quota.blocked().length > 0
    return Math.min(Math.max((waitMs ?? Infinity) - leastAheadMs, 1), isBlocked ? blockedSleepMs : longestSleepMs)
  }

  const loop = async (onQueued: OnQueued) => {
    while (!timer.isStopped()) {
      const earliest = performance.now() + betweenTurnsMs
      const sleepMs = await turn(onQueued).catch((error: Error) => {
        onError(error)
        return Math.min(100 * 2 ** failures++, 2000)
      })
      if (sleepMs > 0) await timer.sleep(sleepMs, failures > 0 ? sleepMs : earliest - performance.now())
    }
  }

  let running: { listening: Promise<Listener | null>; ended: Promise<void> } | undefined
  return {
    start: (onQueued) => {
      running = { listening: startListening(options, timer.wake), ended: loop(onQueued) }
    },
    expectWithin: (ms) => timer.wakeWithin(Math.max(0, ms - leastAheadMs)),
    wake: timer.wake,
    lastDispatchAtMs: () => lastDispatchAtMs,
    stop: async () => {
      timer.stop()
      await running?.ended
      await (await running?.listening)?.close()
    },
  }
}

/** Without the listener dispatch still works, some seconds late; it reports why, and does not try again before the next start. */
const startListening = ({ url, onError }: DispatcherOptions, wake: () => void): Promise<Listener | null> =>
  listen({
    url,
    applicationName: 'knockwire-dispatch',
    channels: [dueChannel],
    onNotification: wake,
    onListening: wake,
    onError,
  }).catch((error: Error) => {
    onError(error)
    return null
  })
