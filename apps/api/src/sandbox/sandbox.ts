import { AppError } from '@knockwire/domain/errors'
import { createSandbox as createJobSandbox } from '@knockwire/services/sandbox/sandbox'
import type { Answers, SandboxAnswer, SandboxJob } from './jobs.ts'

/** Where bodies are read and templates filled in that anyone may have written: threads with little memory and time. */
export interface Sandbox {
  /**
   * Null where the job took too much. `accountId`: accounts take turns.
   * @throws AppError where too many jobs of the account wait, and while the process ends
   */
  run: <J extends SandboxJob>(accountId: string, job: J) => Promise<SandboxAnswer<J> | null>
  close: () => Promise<void>
}

/** Jobs of one account that wait. A preview is soon out of date: where some wait, the next will be requested anyway. */
const mostWaiting: Record<SandboxJob['kind'], number> = { check: 50, preview: 2, answer: 50, numbers: 5 }

/** Templates are bounded by the engine, in time too; a short one without a long value takes a few milliseconds. */
const longestQuick = 16_384

const ownWorker = () => new URL('./sandbox.worker.ts', import.meta.url)

/** @param worker - the threads' program, where it is another file than its source. */
export const createSandbox = (worker: URL = ownWorker()): Sandbox => {
  const sandbox = createJobSandbox<SandboxJob, Answers>({
    worker,
    lengthOf,
    isQuick: (job) => job.kind !== 'preview' && job.kind !== 'numbers' && lengthOf(job) <= longestQuick,
  })
  const waiting = new Map<string, number>()
  return {
    run: async <J extends SandboxJob>(accountId: string, job: J) => {
      const count = waiting.get(accountId) ?? 0
      if (count >= mostWaiting[job.kind]) throw tooMany()
      waiting.set(accountId, count + 1)
      try {
        const outcome = await sandbox.run(accountId, job)
        if (outcome.kind === 'busy') throw new AppError('UNAVAILABLE', 'The server is restarting. Try again.')
        return outcome.kind === 'answered' ? outcome.answer : null
      } finally {
        const left = (waiting.get(accountId) ?? 1) - 1
        if (left === 0) waiting.delete(accountId)
        else waiting.set(accountId, left)
      }
    },
    close: () => sandbox.close(),
  }
}

const lengthOf = (job: SandboxJob): number => {
  switch (job.kind) {
    case 'check':
      return lengthOfAll(job.templates)
    case 'preview':
      return lengthOfAll(job.templates.map(({ text }) => text)) + (job.input?.current.body?.length ?? 0)
    case 'answer':
      return job.template.length + job.values.request.body.length
    case 'numbers':
      return lengthOfAll(job.bodies)
  }
}

const lengthOfAll = (texts: readonly string[]) => texts.reduce((sum, text) => sum + text.length, 0)

const tooMany = () =>
  new AppError('RATE_LIMITED', 'Too many of your requests are being processed. Wait a moment.', {
    retryAfterSeconds: 1,
  })
