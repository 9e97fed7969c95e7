import type { IncomingMessage } from 'node:http'
import { BodyCollector } from '@knockwire/domain/bodies/body-collector'
import type { Hold } from './limits/memory-budget.ts'

export const maxBodyBytes = 1_048_576

/** `broken`: the sender left before the body was whole. */
export type ReadBody =
  | { kind: 'whole'; body: Uint8Array }
  | { kind: 'too-large' }
  | { kind: 'no-room' }
  | { kind: 'broken' }

/** Reads a body as it comes, as far as there is room for it. */
export const readBody = (request: IncomingMessage, memory: Hold): Promise<ReadBody> =>
  new Promise((resolve) => {
    // The sender may have left while the receiver was looked up; no further event comes then.
    if (request.destroyed) return resolve({ kind: 'broken' })
    const collector = new BodyCollector(maxBodyBytes)
    const end = (outcome: ReadBody) => {
      request.off('data', onData).off('end', onEnd).off('close', onClose)
      // The rest is read and forgotten, so that the answer can be read; the request's time limit ends that.
      request.resume()
      resolve(outcome)
    }
    const onData = (chunk: Buffer) => {
      if (!memory.take(chunk.length)) return end({ kind: 'no-room' })
      if (!collector.add(chunk)) end({ kind: 'too-large' })
    }
    const onEnd = () => end({ kind: 'whole', body: collector.bytes() })
    const onClose = () => end({ kind: 'broken' })
    request.on('data', onData).on('end', onEnd).on('close', onClose)
  })
