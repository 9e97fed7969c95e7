import { parentPort } from 'node:worker_threads'
import { runJob, type SandboxJob } from './jobs.ts'

export interface Batch {
  id: number
  jobs: SandboxJob[]
}

export type WorkerMessage = { startedBatch: number }

/** Tells first that it has begun: time is counted from then on, however long the worker took to come up. */
export default ({ id, jobs }: Batch) => {
  const message: WorkerMessage = { startedBatch: id }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin.
  parentPort?.postMessage(message)
  return jobs.map(runJob)
}
