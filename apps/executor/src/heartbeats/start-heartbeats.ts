import { heartbeatSignals } from '@knockwire/domain/jobs'
import { createWakeableTimer } from '@knockwire/queue/wakeable-timer'
import type { ExecutorContext } from '../context.ts'
import { nextDueIn } from './heartbeat-rows.ts'
import { startSignalDecisions } from './signals/signal-decisions.ts'
import { takeHeartbeats } from './take-heartbeats.ts'

/** Taken in one transaction; each has the same few round trips, so that more at once is what keeps up with many. */
const mostAtOnce = 1000
/** Should so many take longer than the database lets a transaction wait, so many times fewer do not. */
const fewer = 10
/** An expectation that was made or edited, and what nobody announced, is found by looking. */
const longestWaitMs = 5000
/** Of those that somebody else has locked. */
const waitForOthersMs = 50
const waitAfterFailureMs = 1000

/** Takes heartbeats as they fall due and as signals come, until it is stopped. */
export const startHeartbeats = (
  context: Pick<ExecutorContext, 'database' | 'queue' | 'sandbox' | 'secrets' | 'log' | 'onError'>,
  wakeDeliveries: () => void,
): { stop: () => Promise<void> } => {
  const { database, queue, onError } = context
  const timer = createWakeableTimer()
  const decisions = startSignalDecisions(context, timer.wake)
  queue.onJobsSent(heartbeatSignals, () => {
    timer.wake()
    decisions.wake()
  })
  let atOnce = mostAtOnce
  /** Gives how long to wait for the next turn, in milliseconds. */
  const turn = async (): Promise<number> => {
    const waitMs = await nextDueIn(database.pool)
    if (waitMs === null || waitMs > 0) return waitMs === null ? longestWaitMs : Math.min(waitMs + 1, longestWaitMs)
    const { claimed, postponed, hasDeliveries } = await takeHeartbeats(context, atOnce)
    atOnce = Math.min(mostAtOnce, atOnce * 2)
    if (hasDeliveries) wakeDeliveries()
    return claimed > postponed ? 0 : waitForOthersMs
  }
  const loop = async () => {
    while (!timer.isStopped()) {
      const waitMs = await turn().catch((error: unknown) => {
        atOnce = Math.max(1, Math.floor(atOnce / fewer))
        onError(error instanceof Error ? error : new Error(String(error)))
        return waitAfterFailureMs
      })
      await timer.sleep(waitMs, 0)
    }
  }
  const ended = loop()
  return {
    stop: async () => {
      timer.stop()
      await Promise.all([ended, decisions.stop()])
    },
  }
}
