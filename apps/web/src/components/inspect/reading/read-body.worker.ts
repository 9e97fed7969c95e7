import { outlineJson } from '@knockwire/domain/bodies/json-outline'
import { buffersOf } from '@knockwire/domain/bodies/outline'
import { formatBody, readBody, type RawBody, type ReadBody } from './read-body.ts'

export type Job = { kind: 'read'; body: RawBody } | { kind: 'format'; body: ReadBody } | { kind: 'warm-up' }

/** What was read; its text is null where it is the body's own, which the page has. */
export type ReadResult = ReadBody | WithoutText<ReadBody>

type WithoutText<Body> = Body extends { text: string } ? Omit<Body, 'text'> & { text: null } : never

async function read(raw: RawBody): Promise<ReadResult> {
  const body = await readBody(raw)
  return 'text' in body && body.text === raw.content ? { ...body, text: null } : body
}

/** Has the browser compile what reads JSON, as it otherwise does in the midst of the first large body. */
function warmUp(): void {
  const item = { name: 'Item', price: 0.25, tags: ['a', true, null] }
  outlineJson(JSON.stringify(Array.from({ length: 2_000 }, () => item)))
}

async function post(job: Job): Promise<void> {
  if (job.kind === 'warm-up') return warmUp()
  const result = await (job.kind === 'read' ? read(job.body) : formatBody(job.body))
  const isOutlined = result !== null && typeof result === 'object' && 'outline' in result
  self.postMessage(result, { transfer: isOutlined ? buffersOf(result.outline) : [] })
}

self.addEventListener('message', ({ data }: MessageEvent<Job>) => void post(data))
