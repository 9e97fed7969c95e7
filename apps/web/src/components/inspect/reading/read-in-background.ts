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
  /** Without that encoding, where the API has decoded it. */
  decoded?: HttpBody | undefined
}

/**
 * Bodies that are read or are being read, as long as the details that they stand in are remembered. A body has one content
 * type and one encoding, wherever it is shown.
 */
const reads = new WeakMap<HttpBody, Promise<ReadBody>>()

/**
 * Reads a body without holding up the page, once: where it begins before the body is shown, the reading goes on while the
 * page draws what stands around it. What cannot be read in time is text, and is read again the next time.
 */
export function readInBackground({ body, contentType, contentEncoding = '', decoded }: NamedBody): Promise<ReadBody> {
  const known = reads.get(body)
  if (known !== undefined) return known
  const { content, encoding, isTruncated: isCut } = body
  const raw = { content, encoding, contentType, contentEncoding, isCut, ...(decoded && { decoded: rawOf(decoded) }) }
  const read = readOnce(raw).catch(() => {
    reads.delete(body)
    return asItIs(raw)
  })
  reads.set(body, read)
  return read
}

const rawOf = ({ content, encoding, isTruncated: isCut }: HttpBody) => ({ content, encoding, isCut })

async function readOnce(body: RawBody): Promise<ReadBody> {
  // Compressed and deep bodies may be small and take long.
  if (body.content.length <= smallBody && body.encoding === 'text' && !body.decoded) return readBody(body)
  const read = await runInWorker<ReadResult>({ kind: 'read', body })
  return 'text' in read && read.text === null ? { ...read, text: body.content } : read
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

/** Jobs at once: each has its own thread. */
const mostWorkers = 2
let working = 0
const waiting: (() => void)[] = []

/** A worker that has ended its job waits for the next: starting one takes longer than most bodies do. */
let idle: Worker | null = null
let isStarted = false

const startWorker = () => new Worker(new URL('./read-body.worker.ts', import.meta.url), { type: 'module' })

// oxlint-disable-next-line unicorn/require-post-message-target-origin
const send = (worker: Worker, job: Job) => worker.postMessage(job)

/** Has a worker wait, ready to read: the first large body does not wait for its start. */
export function startReader(): void {
  if (isStarted) return
  isStarted = true
  const worker = startWorker()
  idle = worker
  // One that cannot be loaded is not waited for.
  worker.addEventListener('error', () => {
    if (idle === worker) idle = null
  })
  send(worker, { kind: 'warm-up' })
}

async function runInWorker<Result>(job: Job, signal?: AbortSignal): Promise<Result> {
  if (working === mostWorkers) await new Promise<void>((resolve) => waiting.push(resolve))
  else working++
  try {
    return await runOnce<Result>(job, signal)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else working--
  }
}

async function runOnce<Result>(job: Job, signal?: AbortSignal): Promise<Result> {
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
