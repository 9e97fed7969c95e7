import type { QueuedRun } from '../dispatch/queue-runs.ts'
import type { WaitingExecution } from './execution.ts'

/**
 * Runs that this process's own dispatch has queued a moment ago. Whoever takes their job need not read them again;
 * mostly that is this process. Should one have been started meanwhile, its start here finds out.
 */
export interface RecentRuns {
  note: (runs: readonly QueuedRun[]) => void
  /** Each is given once. */
  take: (executionIds: readonly string[]) => { known: WaitingExecution[]; unknown: string[] }
}

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
    take: (executionIds) => {
      const known: WaitingExecution[] = []
      const unknown: string[] = []
      for (const id of executionIds) {
        const run = runs.get(id)
        if (run) known.push({ ...run, trigger: 'SCHEDULE', deadAttempt: null })
        else unknown.push(id)
        runs.delete(id)
      }
      return { known, unknown }
    },
  }
}
