import type { Database } from '@knockwire/db/client'
import type { Queue } from '@knockwire/queue/queue'
import { sql } from 'drizzle-orm'
import type { StartedExecution } from '../execution.ts'
import type { HeldJobs } from './held-jobs.ts'

/**
 * Gives what this process has not ended to the others: the executions are queued again, and new jobs replace
 * those held, since handing back is no failure that counts against a job.
 */
export const handBack = async (
  db: Database,
  queue: Queue,
  held: HeldJobs,
  brokenOff: readonly Pick<StartedExecution, 'id' | 'attempt'>[],
): Promise<void> => {
  const jobs = held.all()
  await db.transaction(async (tx) => {
    for (const { id, attempt } of brokenOff) {
      await tx.execute(sql`
        update executions set status = 'QUEUED', attempt = null, started_at = null
        where id = ${id} and attempt = ${attempt} and status = 'RUNNING'`)
    }
    const left = jobs.map((job) => held.leftOf(job)).filter((executionIds) => executionIds.length > 0)
    await queue.send(
      tx,
      'run',
      left.map((executionIds) => ({ executionIds })),
    )
    await queue.finish(tx, 'run', jobs)
  })
  held.release(jobs)
}
