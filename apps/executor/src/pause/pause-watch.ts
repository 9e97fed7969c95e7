import type { Database } from '@knockwire/db/client'
import { readInstanceState } from '@knockwire/services/instance/instance-state'

/** How long the operator waits for a pause to hold at most, in milliseconds. */
const pollMs = 2000

export interface PauseWatch {
  /** Whether the operator has paused all calls: nothing new is begun then, and what is in flight ends. */
  isPaused: () => boolean
  /** Calls this when work may begin again. */
  onResumed: (wake: () => void) => void
  stop: () => void
}

interface PauseWatchOptions {
  db: Database
  onError: (error: Error) => void
}

/** Reads every two seconds whether calls are paused. While the database cannot say, what it said last holds. */
export const startPauseWatch = async ({ db, onError }: PauseWatchOptions): Promise<PauseWatch> => {
  let isPaused = (await readInstanceState(db)).callsPausedAt !== null
  const sleeping: (() => void)[] = []
  const look = async () => {
    const was = isPaused
    isPaused = (await readInstanceState(db)).callsPausedAt !== null
    if (was && !isPaused) for (const wake of sleeping) wake()
  }
  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    void look()
      .catch(onError)
      .finally(() => (isLooking = false))
  }, pollMs)
  timer.unref()
  return { isPaused: () => isPaused, onResumed: (wake) => void sleeping.push(wake), stop: () => clearInterval(timer) }
}
