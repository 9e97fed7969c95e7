import type { Queue } from '@knockwire/queue/queue'
import type pg from 'pg'
import { inTransaction } from '@knockwire/db/transaction'
import { deactivateFailing } from './deactivate-failing.ts'
import type { EndingStep } from './ending-step.ts'
import type { Ending } from '../execution.ts'
import { writeEndings, type RecordedEnding } from './write-endings.ts'

export interface CommitTools {
  pool: pg.Pool
  queue: Queue
  publicOrigin: string
  steps: readonly EndingStep[]
}

/** Commits what became of a group of runs, and all that follows from it, at once. */
export const commitEndings = async (group: readonly Ending[], tools: CommitTools): Promise<RecordedEnding[]> => {
  const { pool, queue, publicOrigin, steps } = tools
  const concerned = steps.filter((step) => group.some((ending) => step.concerns(ending)))
  const hasFailure = group.some(({ result }) => result.status === 'FAILED')
  // Most groups are one statement, which is a transaction by itself: three round trips less.
  if (concerned.length === 0 && !hasFailure) return writeEndings(pool, group)
  const recorded = await inTransaction(pool, async (client) => {
    const written = await writeEndings(client, group)
    await deactivateFailing(client, written, { queue, publicOrigin })
    for (const step of concerned)
      await step.record(
        client,
        written.filter(({ ending }) => step.concerns(ending)),
      )
    return written
  })
  for (const step of concerned) step.onCommitted()
  return recorded
}
