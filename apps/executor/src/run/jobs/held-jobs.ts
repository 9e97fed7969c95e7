import type { HeldJob } from '@knockwire/queue/queue'

export type RunJob = HeldJob<'run'>

interface Held {
  job: RunJob
  left: Set<string>
  controller: AbortController
}

/** The jobs that this process holds, and which of their executions have not ended. */
export interface HeldJobs {
  hold: (job: RunJob) => void
  /** Aborted when the job is taken away, or handed back. Null where it is no longer held. */
  signalOf: (executionId: string) => AbortSignal | null
  /** Notes that they have ended. */
  settle: (executionIds: readonly string[]) => void
  /** Jobs all of whose executions have ended: to be finished, and held until `release`. */
  done: () => RunJob[]
  /** Stops the calls of jobs that another process has taken over. */
  release: (jobs: readonly RunJob[]) => void
  abortAll: () => void
  all: () => RunJob[]
  leftOf: (job: RunJob) => string[]
}

export const createHeldJobs = (): HeldJobs => {
  const byJob = new Map<string, Held>()
  const byExecution = new Map<string, Held>()

  const forget = (held: Held) => {
    byJob.delete(held.job.id)
    for (const id of held.left) byExecution.delete(id)
  }
  return {
    hold: (job) => {
      // One that is here already, by another job, is that job's to see to.
      const left = new Set(job.data.executionIds.filter((id) => !byExecution.has(id)))
      const held = { job, left, controller: new AbortController() }
      byJob.set(job.id, held)
      for (const id of held.left) byExecution.set(id, held)
    },
    signalOf: (executionId) => byExecution.get(executionId)?.controller.signal ?? null,
    settle: (executionIds) => {
      for (const id of executionIds) {
        byExecution.get(id)?.left.delete(id)
        byExecution.delete(id)
      }
    },
    done: () => [...byJob.values()].flatMap(({ job, left }) => (left.size === 0 ? [job] : [])),
    release: (jobs) => {
      for (const { id } of jobs) {
        const held = byJob.get(id)
        if (!held) continue
        forget(held)
        held.controller.abort()
      }
    },
    abortAll: () => {
      for (const { controller } of byJob.values()) controller.abort()
    },
    all: () => [...byJob.values()].map(({ job }) => job),
    leftOf: (job) => [...(byJob.get(job.id)?.left ?? [])],
  }
}
