import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { type Batch, type BatchStarted, type JobResult, sliceMs } from './run-batch.ts'

/**
 * `done`: results of the first jobs, of at least one. `stopped`: the thread was ended while it was at the job of this
 * index, because of that job's processor time or of memory. `not-started`: no thread came up.
 */
export type BatchOutcome =
  | { kind: 'done'; results: readonly JobResult[] }
  | { kind: 'stopped'; at: number; cause: 'time' | 'memory' }
  | { kind: 'not-started' }

export interface ThreadPool<J> {
  /** @param onBegun - a thread has come up, and is at the jobs. */
  run: (jobs: readonly J[], onBegun?: () => void) => Promise<BatchOutcome>
  close: () => Promise<void>
}

export interface ThreadPoolOptions {
  /** The threads' entry point, which exports what `serveBatches` makes. */
  worker: URL
  threads: number
  /** Threads that stay, as soon as there was something to do: others come up when they are needed, which takes a while. */
  keptThreads: number
  /** Processor time of a job, in milliseconds. */
  deadlineMs: number
  /** A thread that does not begin within this time never will. */
  startMs: number
  resourceLimits: NonNullable<ConstructorParameters<typeof Piscina>[0]>['resourceLimits'] & object
}

/**
 * A job that gets less processor time than this part of the time that passes is stopped all the same. Low, since on a
 * machine that others keep busy a thread of low priority waits long through no fault of its job.
 */
const slowestShare = 1 / 20
/** Threads that had nothing to do for so long end. */
const idleMs = 60_000
const leastCheckMs = 20

/**
 * Piscina loads the entry point by `require` where it can. A thread that is ended just then, since it came up too late or the
 * pool closes, makes Node 24 abort the whole process (`CreateRequiredModuleFacade`), which `import` does not.
 */
const importOnly = ['--no-experimental-require-module']

/** Threads that do batches of jobs; one is ended where a job takes too much, and replaced. */
export const openThreadPool = <J>(options: ThreadPoolOptions): ThreadPool<J> => {
  const { worker, threads, keptThreads, deadlineMs, startMs, resourceLimits } = options
  const piscina = new Piscina<Batch<J>, JobResult[]>({
    filename: worker.href,
    minThreads: keptThreads,
    maxThreads: threads,
    idleTimeout: idleMs,
    resourceLimits,
    execArgv: importOnly,
    recordTiming: false,
  })
  const onStarted = new Map<number, (message: BatchStarted) => void>()
  let lastId = 0
  piscina.on('message', (message: BatchStarted) => onStarted.get(message.startedBatch)?.(message))
  // A thread that dies while it has nothing to do is replaced.
  piscina.on('error', () => {})

  return {
    run: async (jobs, onBegun) => {
      const id = (lastId += 1)
      const progress = new Int32Array(new SharedArrayBuffer(4))
      const task = new AbortController()
      const watch = new AbortController()
      const stop = () => task.abort()
      const startTimer = setTimeout(stop, startMs)
      let hasStarted = false
      onStarted.set(id, (started) => {
        hasStarted = true
        clearTimeout(startTimer)
        onBegun?.()
        const thread = piscina.threads.find(({ threadId }) => threadId === started.threadId)
        void stopWhenOver(thread, started, { deadlineMs: deadlineMs + sliceMs, stop, signal: watch.signal })
      })
      try {
        return { kind: 'done', results: await piscina.run({ id, jobs, progress }, { signal: task.signal }) }
      } catch {
        if (!hasStarted) return { kind: 'not-started' }
        return { kind: 'stopped', at: Atomics.load(progress, 0), cause: task.signal.aborted ? 'time' : 'memory' }
      } finally {
        clearTimeout(startTimer)
        onStarted.delete(id)
        watch.abort()
      }
    },
    close: () => piscina.destroy(),
  }
}

interface Watch {
  deadlineMs: number
  stop: () => void
  /** The batch has ended. */
  signal: AbortSignal
}

/**
 * Ends the batch once it has had its processor time. The clock alone would accuse a job of what others do on a busy
 * machine.
 */
const stopWhenOver = async (thread: Worker | undefined, started: BatchStarted, watch: Watch) => {
  const { deadlineMs, stop, signal } = watch
  const endAt = performance.now() + deadlineMs / slowestShare
  try {
    for (let leftMs = deadlineMs; leftMs > 0 && performance.now() < endAt;) {
      await sleep(Math.max(leftMs, leastCheckMs), undefined, { signal, ref: false })
      leftMs = deadlineMs - (await usedMs(thread, started, endAt))
    }
    if (!signal.aborted) stop()
  } catch {
    // The batch has ended.
  }
}

/** Processor time since the batch began. A thread that does not answer is queried again: it is at something native. */
const usedMs = async (thread: Worker | undefined, { usedMicroseconds }: BatchStarted, endAt: number) => {
  if (thread === undefined) return Infinity
  const silence = sleep(Math.max(0, endAt - performance.now()), null, { ref: false })
  const usage = await Promise.race([thread.cpuUsage(), silence])
  return usage === null ? Infinity : (usage.user + usage.system - usedMicroseconds) / 1000
}
