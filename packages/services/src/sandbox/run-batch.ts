import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort, threadId } from 'node:worker_threads'
import { fromTransit, toTransit } from './transit.ts'

/** What a thread is given. */
export interface Batch<J> {
  id: number
  jobs: readonly J[]
  /** One number, shared: which of the jobs the thread is at. It outlives the thread. */
  progress: Int32Array
}

export type JobResult = { kind: 'answer'; answer: unknown } | { kind: 'error'; message: string }

/** A batch has begun: its time is counted from then on, however long the thread took to come up. */
export interface BatchStarted {
  startedBatch: number
  threadId: number
  /** Processor time of the thread until then, in microseconds. */
  usedMicroseconds: number
}

/** No further job of a batch is begun after so long, so that those behind a slow one need not wait for the batch. */
export const sliceMs = 50

/** Nicer than the threads that make calls and answer requests: those go first where processors are short. */
const niceness = 5

/** Linux gives each thread its own priority, by the thread's id; elsewhere it stays as it is. */
const yieldToOthers = () => {
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), niceness)
  } catch {
    // Not Linux, or not allowed.
  }
}

/**
 * Makes a thread's entry point. The jobs' results come in their order, of those that were begun within the slice.
 */
export const serveBatches = <J>(runJob: (job: J) => unknown) => {
  yieldToOthers()
  return ({ id, jobs, progress }: Batch<J>): JobResult[] => {
    const { user, system } = process.threadCpuUsage()
    const message: BatchStarted = { startedBatch: id, threadId, usedMicroseconds: user + system }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin.
    parentPort?.postMessage(message)
    const until = performance.now() + sliceMs
    const results: JobResult[] = []
    for (const [at, job] of jobs.entries()) {
      if (at > 0 && performance.now() > until) break
      Atomics.store(progress, 0, at)
      results.push(resultOf(runJob, job))
    }
    return results
  }
}

const resultOf = <J>(runJob: (job: J) => unknown, job: J): JobResult => {
  try {
    return { kind: 'answer', answer: toTransit(runJob(fromTransit(job))) }
  } catch (error) {
    return { kind: 'error', message: error instanceof Error ? error.message : String(error) }
  }
}
