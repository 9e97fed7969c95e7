import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { AppError } from '@knockwire/domain/errors'
import { everyField, type PreviewJob, type PreviewResult } from './preview-job.ts'

export interface Previewer {
  /** `accountId`: of one account few are waiting at a time, so that it keeps the others waiting for a moment only. */
  preview: (accountId: string, job: PreviewJob) => Promise<PreviewResult>
  close: () => Promise<void>
}

const deadlineMs = 1000
const startMs = 15_000
const perAccount = 2
/** A body of 1 MiB as a parsed document takes some tens of these. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }

/** One kept worker, which makes one preview after another and is killed where one takes too long. */
export const createPreviewer = (): Previewer => {
  const waiting = new Map<string, number>()
  let worker: Worker | null = null
  let turn: Promise<unknown> = Promise.resolve()

  const makeNow = async (job: PreviewJob): Promise<PreviewResult> => {
    worker ??= await startWorker()
    const result = await askWorker(worker, job)
    if (result !== null) return result
    await worker.terminate()
    worker = null
    return tookTooLong(job)
  }

  const preview = async (accountId: string, job: PreviewJob) => {
    const before = waiting.get(accountId) ?? 0
    if (before >= perAccount) throw tooMany()
    waiting.set(accountId, before + 1)
    const made = turn.then(() => makeNow(job))
    turn = made.catch(() => null)
    try {
      return await made
    } finally {
      const left = (waiting.get(accountId) ?? 1) - 1
      if (left > 0) waiting.set(accountId, left)
      else waiting.delete(accountId)
    }
  }

  return { preview, close: async () => void (await worker?.terminate()) }
}

const startWorker = async (): Promise<Worker> => {
  const worker = new Worker(new URL('./preview.worker.ts', import.meta.url), { resourceLimits })
  worker.unref()
  // One that dies while nobody asks it is found out by the next who does.
  worker.on('error', () => {})
  try {
    await once(worker, 'message', { signal: AbortSignal.timeout(startMs) })
    return worker
  } catch (error) {
    await worker.terminate()
    throw error
  }
}

/** Null where it died of the job, or did not end in time. */
const askWorker = async (worker: Worker, job: PreviewJob): Promise<PreviewResult | null> => {
  const answered = once(worker, 'message', { signal: AbortSignal.timeout(deadlineMs) })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin.
  worker.postMessage(job)
  try {
    const [result] = (await answered) as [PreviewResult]
    return result
  } catch {
    return null
  }
}

const tookTooLong = ({ templates, question }: PreviewJob): PreviewResult => {
  const error = 'The preview took too long.'
  const verdict: PreviewResult['verdict'] = { kind: 'invalid', holds: false, reasons: [error] }
  return { verdict: question === null ? null : verdict, texts: everyField(templates, () => ({ text: null, error })) }
}

const tooMany = () =>
  new AppError('RATE_LIMITED', 'A preview is being made. Please wait a moment.', { retryAfterSeconds: 1 })
