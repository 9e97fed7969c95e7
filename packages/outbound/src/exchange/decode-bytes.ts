import type { BrotliDecompress, Gunzip, Inflate, InflateRaw, ZstdDecompress } from 'node:zlib'
import { codeOf } from '../outbound-error.ts'
import { BodyCollector } from '@knockwire/domain/bodies/body-collector'

export interface Body {
  bytes: Uint8Array
  /** There was more of it. */
  isTruncated: boolean
}

export interface DecodedBytes extends Body {
  /** How many of the encoded bytes were of use. */
  consumedBytes: number
}

export type DecodingStream = BrotliDecompress | Gunzip | Inflate | InflateRaw | ZstdDecompress

/** What the stream makes of the bytes, at most `limit` bytes of it. */
export const decodeBytes = (stream: DecodingStream, bytes: Uint8Array, limit: number): Promise<DecodedBytes> =>
  new Promise((resolve, reject) => {
    const collector = new BodyCollector(limit)
    const finish = () => {
      stream.destroy()
      resolve({
        bytes: collector.bytes(),
        isTruncated: collector.isTruncated,
        consumedBytes: stream.bytesWritten,
      })
    }
    stream.on('data', (chunk: Uint8Array) => {
      if (!collector.isTruncated && !collector.add(chunk)) finish()
    })
    stream.once('end', finish)
    stream.once('error', reject)
    stream.end(bytes)
  })

/** Whether decoding failed only since the encoded bytes end before their end. */
export const isEarlyEnd = (error: unknown) => codeOf(error) === 'Z_BUF_ERROR'

/** Of a body that is put together of parts, since each costs its own decoder. */
export const partsAllowed = 100

/** Parts one after the other, of which the last may have been cut. */
export const joinBodies = (parts: readonly Body[]): Body => {
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return only
  return {
    bytes: Buffer.concat(parts.map(({ bytes }) => bytes)),
    isTruncated: parts.some(({ isTruncated }) => isTruncated),
  }
}
