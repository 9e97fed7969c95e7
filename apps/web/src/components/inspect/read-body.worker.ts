import { formatBody, readBody, type RawBody, type ReadBody } from './read-body.ts'

export type Job = { kind: 'read'; body: RawBody } | { kind: 'format'; body: ReadBody }

const work = (job: Job) => (job.kind === 'read' ? readBody(job.body) : formatBody(job.body))

self.addEventListener('message', ({ data }: MessageEvent<Job>) => {
  // A worker's messages go to its page alone: there is no origin to name.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  void Promise.resolve(work(data)).then((result) => self.postMessage(result))
})
