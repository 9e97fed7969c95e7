import type { Queue } from '@knockwire/queue/queue'
import { handBack } from './jobs/hand-back.ts'
import { keepFinishing, keepJobs } from './jobs/keep-jobs.ts'
import type { PendingWork } from '@knockwire/queue/batcher'
import { Pipeline, type PipelineOptions } from './pipeline.ts'
import { startTaker, usualRuns } from './jobs/take-jobs.ts'

export interface Runner extends PendingWork {
  /** Jobs have been sent. */
  wake: () => void
  underWay: () => number
  waiting: () => number
  /** Takes no more, lets the calls under way end for so long, and gives the rest back. */
  stop: (drainMs: number) => Promise<void>
}

export type RunnerOptions = Omit<PipelineOptions, 'onRoom'> & { queue: Queue }

/** Takes run jobs, makes their calls, and records what became of them, until stopped. */
export const startRunner = (options: RunnerOptions): Runner => {
  const { queue, database, concurrency, onError } = options
  const pipeline = new Pipeline({ ...options, onRoom: () => taker.onRoom() })
  const taker = startTaker({
    queue,
    room: () => pipeline.room(),
    leastRoom: Math.min(usualRuns, Math.ceil(concurrency / 4)),
    onTaken: (jobs) => pipeline.accept(jobs),
    onError,
  })
  const keeper = keepJobs(queue, pipeline, onError)
  const finisher = keepFinishing(queue, database.db, pipeline.held, onError)
  return {
    get pendingSince() {
      return pipeline.pendingSince
    },
    wake: taker.wake,
    underWay: () => pipeline.underWay,
    waiting: () => pipeline.waiting,
    stop: async (drainMs) => {
      await taker.stop()
      pipeline.close()
      await pipeline.callsEnded(drainMs)
      const brokenOff = await pipeline.breakOff()
      await Promise.all([keeper.stop(), finisher.stop()])
      await handBack(database.db, queue, pipeline.held, brokenOff)
    },
  }
}
