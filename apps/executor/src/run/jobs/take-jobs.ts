import type { Queue } from '@knockwire/queue/queue'
import { createWakeableTimer } from '@knockwire/queue/wakeable-timer'
import type { RunJob } from './held-jobs.ts'

export interface TakerOptions {
  queue: Queue
  /** How many more calls could be started just now. */
  room: () => number
  /** Less room than this is not worth asking for a job when a call has ended. */
  leastRoom: number
  onTaken: (jobs: RunJob[]) => void
  onError: (error: Error) => void
}

export interface Taker {
  /** Jobs have been sent. */
  wake: () => void
  /** Calls have ended. */
  onRoom: () => void
  stop: () => Promise<void>
}

/** Jobs whose executor has died become takeable without a word, so it is looked for them now and then. */
const pollMs = 1000
const jobsAtOnce = 20
/** A job's runs, mostly. */
export const usualRuns = 50

export const startTaker = ({ queue, room, leastRoom, onTaken, onError }: TakerOptions): Taker => {
  const timer = createWakeableTimer()
  let mayHaveMore = false

  const take = async () => {
    const count = Math.min(Math.ceil(room() / usualRuns), jobsAtOnce)
    if (count <= 0) return void (mayHaveMore = true)
    const jobs = await queue.take('run', count)
    mayHaveMore = jobs.length === count
    if (jobs.length > 0) onTaken(jobs)
    if (mayHaveMore && room() > 0) timer.wake()
  }
  const loop = async () => {
    while (!timer.isStopped()) {
      const failed = await take().then(
        () => false,
        (error: Error) => {
          onError(error)
          return true
        },
      )
      await timer.sleep(failed ? 250 : pollMs, failed ? 250 : 0)
    }
  }
  const ended = loop()
  return {
    wake: timer.wake,
    onRoom: () => {
      if (mayHaveMore && room() >= leastRoom) timer.wake()
    },
    stop: async () => {
      timer.stop()
      await ended
    },
  }
}
