import type { Queue } from '@knockwire/queue/queue'
import type pg from 'pg'
import { inTransaction } from '../transaction.ts'
import { deactivateFailing } from './deactivate-failing.ts'
import type { EndingStep } from './ending-step.ts'
import type { Ending } from './execution.ts'
import type { HeldJobs } from './held-jobs.ts'
import { writeEndings, type RecordedEnding } from './write-endings.ts'

export interface CommitTools {
  pool: pg.Pool
  queue: Queue
  held: HeldJobs
  publicOrigin: string
  steps: readonly EndingStep[]
}

/** Commits what became of a group of runs, and all that follows from it, at once. */
export const commitEndings = async (group: readonly Ending[], tools: CommitTools): Promise<RecordedEnding[]> => {
  const { pool, queue, held, publicOrigin, steps } = tools
  const executionIds = group.map(({ executionId }) => executionId)
  const recorded = await inTransaction(pool, async (client) => {
    const written = await writeEndings(client, group)
    await deactivateFailing(client, written, { queue, publicOrigin })
    for (const step of steps) await step.record(client, written)
    await queue.finish(client, 'run', held.doneWith(executionIds))
    return written
  })
  held.settle(executionIds)
  return recorded
}
