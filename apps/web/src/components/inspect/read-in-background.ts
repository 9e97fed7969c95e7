import type { HttpBody } from '@knockwire/domain/bodies/http-body'
import { formatBody, readBody, type RawBody, type ReadBody } from './read-body.ts'
import type { Job, ReadResult } from './read-body.worker.ts'

/** Bodies below this, in characters, are read sooner than a worker starts. */
const smallBody = 64 * 1024

/** A body that takes longer than this, in milliseconds, is shown as text. */
const deadlineMs = 10_000

/** A body of the API's, with what its headers say of it. */
export interface NamedBody {
  body: HttpBody
  contentType: string
  /** Content-Encoding, where the body was kept as it came. */
  contentEncoding?: string
}

/** Bodies that are read or are being read, as long as the details that they stand in are remembered. */
const reads = new WeakMap<HttpBody, Promise<ReadBody>>()

/**
 * Reads a body without holding up the page, once: where it begins before the body is shown, the reading goes on while the
 * page draws what stands around it. What cannot be read in time is text.
 */
export function readInBackground({ body, contentType, contentEncoding = '' }: NamedBody): Promise<ReadBody> {
  const known = reads.get(body)
  if (known !== undefined) return known
  const { content, encoding, isTruncated: isCut } = body
  const read = readOnce({ content, encoding, contentType, contentEncoding, isCut })
  reads.set(body, read)
  return read
}

async function readOnce(body: RawBody): Promise<ReadBody> {
  try {
    // Compressed and deep bodies may be small and take long.
    if (body.content.length <= smallBody && body.encoding === 'text') return await readBody(body)
    const read = await runInWorker<ReadResult>({ kind: 'read', body })
    return 'text' in read && read.text === null ? { ...read, text: body.content } : read
  } catch {
    return asItIs(body)
  }
}

const asItIs = ({ encoding, content }: RawBody): ReadBody =>
  encoding === 'text'
    ? { kind: 'text', text: content }
    : { kind: 'binary', bytes: Uint8Array.from(atob(content), (character) => character.codePointAt(0) ?? 0) }

/** JSON or XML indented, without holding up the page; null where that is out of proportion. */
export async function formatInBackground(body: ReadBody, signal: AbortSignal): Promise<string | null> {
  if ('text' in body && body.text.length <= smallBody) return formatBody(body)
  return runInWorker<string | null>({ kind: 'format', body }, signal)
}

/** A worker that has ended its job waits for the next: starting one takes longer than most bodies do. */
let idle: Worker | null = null

const startWorker = () => new Worker(new URL('./read-body.worker.ts', import.meta.url), { type: 'module' })

/** Has a worker wait, ready to read: the first large body does not wait for its start. */
export function startReader(): void {
  if (isStarted) return
  isStarted = true
  idle = startWorker()
  send(idle, { kind: 'warm-up' })
}

let isStarted = false

// oxlint-disable-next-line unicorn/require-post-message-target-origin
const send = (worker: Worker, job: Job) => worker.postMessage(job)

async function runInWorker<Result>(job: Job, signal?: AbortSignal): Promise<Result> {
  const worker = idle ?? startWorker()
  idle = null
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const fail = () => reject(new Error('The body could not be read in time.'))
  const timer = setTimeout(fail, deadlineMs)
  const ended = new AbortController()
  worker.addEventListener('message', ({ data }: MessageEvent<Result>) => resolve(data), ended)
  worker.addEventListener('error', fail, ended)
  signal?.addEventListener('abort', fail, ended)
  send(worker, job)
  try {
    const result = await promise
    if (idle === null) idle = worker
    else worker.terminate()
    return result
  } catch (error) {
    worker.terminate()
    throw error
  } finally {
    clearTimeout(timer)
    ended.abort()
  }
}
