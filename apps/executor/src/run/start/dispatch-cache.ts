import { randomUUID } from 'node:crypto'
import type { QueuedRun, Run } from '../run.ts'

/**
 * Runs that this process's own dispatch has just queued. Mostly this process leases their job too, and need not read
 * them again. Should another process have started one meanwhile, its start here fails.
 */
export interface DispatchCache {
  add: (runs: readonly QueuedRun[]) => void
  /** Removes and returns those of the executions that are known. */
  take: (executionIds: readonly string[]) => Run[]
}

const toWaiting = (run: QueuedRun): Run => ({
  ...run,
  trigger: 'SCHEDULE',
  attempt: randomUUID(),
  deadAttempt: null,
  mustNotRepeat: false,
  readsRequest: true,
})

export const createDispatchCache = (capacity = 20_000): DispatchCache => {
  const runs = new Map<string, QueuedRun>()
  const evict = () => {
    for (const id of runs.keys()) {
      if (runs.size <= capacity) return
      runs.delete(id)
    }
  }
  return {
    add: (queued) => {
      for (const run of queued) runs.set(run.id, run)
      evict()
    },
    take: (executionIds) =>
      executionIds.flatMap((id) => {
        const run = runs.get(id)
        runs.delete(id)
        return run ? [toWaiting(run)] : []
      }),
  }
}
