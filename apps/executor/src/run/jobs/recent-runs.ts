import { randomUUID } from 'node:crypto'
import type { QueuedRun } from '../../dispatch/queue-runs.ts'
import type { WaitingExecution } from '../execution.ts'

/**
 * Runs that this process's own dispatch has queued a moment ago. Whoever takes their job need not read them again;
 * mostly that is this process. Should one have been started meanwhile, its start here finds out.
 */
export interface RecentRuns {
  note: (runs: readonly QueuedRun[]) => void
  /** Those of the executions that are known, each once. */
  take: (executionIds: readonly string[]) => WaitingExecution[]
}

const toWaiting = (run: QueuedRun): WaitingExecution => ({
  ...run,
  trigger: 'SCHEDULE',
  attempt: randomUUID(),
  deadAttempt: null,
  isInterrupted: false,
  readsRequest: true,
})

export const createRecentRuns = (capacity = 20_000): RecentRuns => {
  const runs = new Map<string, QueuedRun>()
  const dropOldest = () => {
    for (const id of runs.keys()) {
      if (runs.size <= capacity) return
      runs.delete(id)
    }
  }
  return {
    note: (queued) => {
      for (const run of queued) runs.set(run.id, run)
      dropOldest()
    },
    take: (executionIds) =>
      executionIds.flatMap((id) => {
        const run = runs.get(id)
        runs.delete(id)
        return run ? [toWaiting(run)] : []
      }),
  }
}
