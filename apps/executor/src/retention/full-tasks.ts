import type pg from 'pg'
import { BatchSize } from './batch-size.ts'
import { executionHistory } from './history-kind.ts'
import { inShortTransaction } from './maintenance-transaction.ts'
import { deleteOverCount } from './over-count.ts'

const tasksAtOnce = 500

export interface FullTasks {
  /** The task may have more executions than its plan keeps. */
  note: (taskId: string) => void
  /** Cuts all that were noted, in small batches; those that it could not are noted still. */
  cut: () => Promise<number>
}

/** The tasks whose runs this executor has recorded, and whose oldest execution has to make room. */
export const createFullTasks = (pool: pg.Pool, isStopped: () => boolean): FullTasks => {
  const noted = new Set<string>()
  const batch = new BatchSize()

  const takeSome = () => {
    const taken: string[] = []
    for (const taskId of noted) {
      if (taken.length === tasksAtOnce) break
      taken.push(taskId)
      noted.delete(taskId)
    }
    return taken
  }

  const cutSome = async (ownerIds: string[]) => {
    const startedAt = performance.now()
    const options = { ownerIds, batch: batch.size }
    const deleted = await inShortTransaction(pool, (client) => deleteOverCount(client, executionHistory, options))
    batch.note(deleted.count, performance.now() - startedAt)
    return deleted
  }

  return {
    note: (taskId) => void noted.add(taskId),
    cut: async () => {
      let deleted = 0
      // Noted again, a task that somebody has locked comes last, and does not keep the others waiting.
      for (let toSee = noted.size; toSee > 0 && !isStopped(); toSee -= tasksAtOnce) {
        const ownerIds = takeSome()
        const { count, left } = await cutSome(ownerIds).catch((error: unknown) => {
          for (const taskId of ownerIds) noted.add(taskId)
          throw error
        })
        for (const taskId of left) noted.add(taskId)
        if (count > 0) toSee += left.length
        deleted += count
      }
      return deleted
    },
  }
}
