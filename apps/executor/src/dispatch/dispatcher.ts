import { dueChannel } from '@knockwire/db/channels'
import { listen, type Listener } from '@knockwire/queue/listen'
import type { Queue } from '@knockwire/queue/queue'
import type pg from 'pg'
import type { AccountQuota } from './account-quota.ts'
import { createAlarm } from '../alarm.ts'
import { claimDue } from './claim-due.ts'
import { untilNextDue } from './due-schedule.ts'

export interface DispatcherOptions {
  pool: pg.Pool
  url: string
  queue: Queue
  quota: AccountQuota
  /** Runs have been queued: those who make them need not wait to be told by the database. */
  onQueued: (count: number) => void
  onError: (error: Error) => void
}

export interface Dispatcher {
  /** Schedules came free here, of which the next is due after this time. */
  expectWithin: (ms: number) => void
  wake: () => void
  /** When a turn last succeeded, in epoch milliseconds; 0 before the first. */
  lastTurnAtMs: () => number
  stop: () => Promise<void>
}

/**
 * Between turns: at 200 due a second, one by one, a turn for each would cost more than the runs. Idle,
 * a turn still starts the moment that something is due.
 */
const betweenTurnsMs = 40
/** Another executor that died may have left something due that this one was not told of. */
const longestSleepMs = 5000
/** While accounts are at their quota. */
const blockedSleepMs = 250

/** Claims what is due until stopped; sleeps until the next time, or until something tells that there may be an earlier one. */
export const startDispatcher = (options: DispatcherOptions): Dispatcher => {
  const { pool, queue, quota, onQueued, onError } = options
  const alarm = createAlarm()
  let lastTurnAtMs = 0
  let failures = 0

  const turn = async (): Promise<number> => {
    const claim = await claimDue(pool, queue, quota)
    if (claim.queued > 0) onQueued(claim.queued)
    lastTurnAtMs = Date.now()
    failures = 0
    if (claim.hasMore) return 0
    const blocked = quota.blocked(Date.now())
    const wait = Math.ceil((await untilNextDue(pool, blocked)) ?? longestSleepMs)
    return Math.min(Math.max(wait, 1), blocked.length > 0 ? blockedSleepMs : longestSleepMs)
  }

  const loop = async () => {
    while (!alarm.isStopped()) {
      const earliest = performance.now() + betweenTurnsMs
      const sleepMs = await turn().catch((error: Error) => {
        onError(error)
        return Math.min(100 * 2 ** failures++, 2000)
      })
      if (sleepMs > 0) await alarm.sleep(sleepMs, failures > 0 ? sleepMs : earliest - performance.now())
    }
  }

  const listening = startListening(options, alarm.wake)
  const ended = loop()
  return {
    expectWithin: alarm.notLaterThan,
    wake: alarm.wake,
    lastTurnAtMs: () => lastTurnAtMs,
    stop: async () => {
      alarm.stop()
      await ended
      await (await listening)?.close()
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
