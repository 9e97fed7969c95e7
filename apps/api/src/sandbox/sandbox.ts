import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { AppError } from '@knockwire/domain/errors'
import { sandboxLimits } from '@knockwire/domain/sandbox-limits'
import type { SandboxAnswer, SandboxJob } from './jobs.ts'

/** Where bodies are read and templates filled in that anyone may have written: a thread with little memory and time. */
export interface Sandbox {
  /** Null where the job took too much. `accountId`: accounts take turns. Refuses where too many of one wait. */
  run: <J extends SandboxJob>(accountId: string, job: J) => Promise<SandboxAnswer<J> | null>
  close: () => Promise<void>
}

/** A preview is of the moment: where some wait, the next will be asked for anyway. */
const mostWaiting: Record<SandboxJob['kind'], number> = { check: 50, preview: 2, answer: 50 }

interface Lane {
  waiting: number
  last: Promise<unknown>
}

/** One kept worker, which does one job after another and is killed where one takes too long. */
export const createSandbox = (): Sandbox => {
  const lanes = new Map<string, Lane>()
  let worker: Worker | null = null
  let turn: Promise<unknown> = Promise.resolve()

  const workOn = async (job: SandboxJob): Promise<unknown> => {
    worker ??= await startWorker()
    const answer = await askWorker(worker, job)
    if (answer !== null) return answer
    await worker.terminate()
    worker = null
    return null
  }
  const inTurn = (job: SandboxJob): Promise<unknown> => {
    const done = turn.then(() => workOn(job))
    turn = done.catch(() => null)
    return done
  }
  return {
    run: async <J extends SandboxJob>(accountId: string, job: J) => {
      const lane = lanes.get(accountId) ?? { waiting: 0, last: Promise.resolve() }
      if (lane.waiting >= mostWaiting[job.kind]) throw tooMany()
      lanes.set(accountId, lane)
      lane.waiting += 1
      // An account's next job queues up behind everyone else's once the one before it is done.
      const done = lane.last.then(() => inTurn(job))
      lane.last = done.catch(() => null)
      try {
        return (await done) as SandboxAnswer<J> | null
      } finally {
        lane.waiting -= 1
        if (lane.waiting === 0) lanes.delete(accountId)
      }
    },
    close: async () => void (await worker?.terminate()),
  }
}

const startWorker = async (): Promise<Worker> => {
  const worker = new Worker(new URL('./sandbox.worker.ts', import.meta.url), {
    resourceLimits: sandboxLimits.resources,
  })
  worker.unref()
  // One that dies while nobody asks it is found out by the next who does.
  worker.on('error', () => {})
  try {
    await once(worker, 'message', { signal: AbortSignal.timeout(sandboxLimits.startMs) })
    return worker
  } catch (error) {
    await worker.terminate()
    throw error
  }
}

/** Null where it died of the job, or did not end in time. */
const askWorker = async (worker: Worker, job: SandboxJob): Promise<unknown> => {
  const answered = once(worker, 'message', { signal: AbortSignal.timeout(sandboxLimits.deadlineMs) })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin.
  worker.postMessage(job)
  try {
    const [answer] = (await answered) as unknown[]
    return answer
  } catch {
    return null
  }
}

const tooMany = () =>
  new AppError('RATE_LIMITED', 'Too much of yours is being worked on at once. Please wait a moment.', {
    retryAfterSeconds: 1,
  })
