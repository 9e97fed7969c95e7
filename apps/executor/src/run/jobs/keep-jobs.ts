import type { Database } from '@knockwire/db/client'
import type { Queue } from '@knockwire/queue/queue'
import { repeat, type RepeatingTask } from '@knockwire/queue/wakeable-timer'
import type { HeldJobs, RunJob } from './held-jobs.ts'

/** A third of the time after which a silent holder is taken for dead. */
const everyMs = 3000
const againAfterMs = 250

interface Holder {
  held: HeldJobs
  lose: (jobs: readonly RunJob[]) => void
}

/** Tells that the held jobs are worked on, and lets go of those that were taken away. */
export const keepJobs = (queue: Queue, holder: Holder, onError: (error: Error) => void): RepeatingTask =>
  repeat(everyMs, async () => {
    try {
      const jobs = holder.held.all()
      const kept = await queue.keep('run', jobs)
      const lost = jobs.filter(({ id }) => !kept.has(id))
      if (lost.length > 0) holder.lose(lost)
      return everyMs
    } catch (error) {
      onError(error as Error)
      return againAfterMs
    }
  })

/** Often enough that few are held for nothing, seldom enough to be many in one statement. */
const finishEveryMs = 500

/** Finishes the jobs that are done. Were this process to die before, another would take them and find nothing to do. */
const finishJobs = async (queue: Queue, db: Database, held: HeldJobs): Promise<void> => {
  const jobs = held.done()
  await queue.finish(db, 'run', jobs)
  held.release(jobs)
}

export const keepFinishing = (
  queue: Queue,
  db: Database,
  held: HeldJobs,
  onError: (error: Error) => void,
): RepeatingTask =>
  repeat(finishEveryMs, async () => {
    await finishJobs(queue, db, held).catch(onError)
    return finishEveryMs
  })
