import type { Transform } from 'node:stream'
import zlib from 'node:zlib'
import { OutboundError } from '../outbound-error.ts'

/**
 * Takes the chunks of a body up to a limit. They are copied together as they come: a target that sends
 * one byte a chunk would otherwise make a hundred bytes of objects for each of its own.
 */
export class BodyCollector {
  readonly #limit: number
  #buffer: Uint8Array = new Uint8Array(0)
  #length = 0
  isTruncated = false

  constructor(limit: number) {
    this.#limit = limit
  }

  /** False where the limit is passed and the rest is of no use. */
  add(chunk: Uint8Array): boolean {
    const room = this.#limit - this.#length
    this.isTruncated = chunk.length > room
    const kept = this.isTruncated ? chunk.subarray(0, room) : chunk
    if (this.#length === 0) this.#buffer = kept
    else this.#append(kept)
    this.#length += kept.length
    return !this.isTruncated
  }

  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length)
  }

  /** The first chunk is kept where it was read, which is all there is to do for most answers. */
  #append(chunk: Uint8Array) {
    const needed = this.#length + chunk.length
    if (needed > this.#buffer.length) this.#grow(needed)
    this.#buffer.set(chunk, this.#length)
  }

  #grow(needed: number) {
    const grown = new Uint8Array(Math.min(this.#limit, Math.max(needed * 2, 4_096)))
    grown.set(this.bytes())
    this.#buffer = grown
  }
}

interface Body {
  bytes: Uint8Array
  isTruncated: boolean
}

type MakeDecoder = (body: Body) => Transform

/** What was cut off on its way here ends early, which is no fault then. */
const zlibOptions = ({ isTruncated }: Body) => (isTruncated ? { finishFlush: zlib.constants.Z_SYNC_FLUSH } : {})

/** Some servers send "deflate" without its zlib wrapper; the first byte decides. */
const inflate: MakeDecoder = (body) =>
  ((body.bytes[0] ?? 0) & 0x0f) === 8 ? zlib.createInflate(zlibOptions(body)) : zlib.createInflateRaw(zlibOptions(body))

const gunzip: MakeDecoder = (body) => zlib.createGunzip(zlibOptions(body))

const brotli: MakeDecoder = ({ isTruncated }) =>
  zlib.createBrotliDecompress(isTruncated ? { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH } : {})

/** RFC 9659 lets a web server ask for a window of 8 MB; zstd itself would take 128 MB for each body. */
const zstd: MakeDecoder = ({ isTruncated }) =>
  zlib.createZstdDecompress({
    params: { [zlib.constants.ZSTD_d_windowLogMax]: 23 },
    ...(isTruncated ? { finishFlush: zlib.constants.ZSTD_e_flush } : {}),
  })

const decoders: Record<string, MakeDecoder> = { gzip: gunzip, 'x-gzip': gunzip, deflate: inflate, br: brotli, zstd }
/** Each is a stage that can blow up; nobody honest uses three. */
const stagesAllowed = 2

const undecodable = (encoding: string, cause?: unknown) =>
  new OutboundError(
    'INVALID_RESPONSE',
    `The target's answer says that its body is encoded as ${encoding}, but it cannot be decoded.`,
    cause,
  )

const decodeStage = (body: Body, encoding: string, makeDecoder: MakeDecoder, limit: number): Promise<Body> =>
  new Promise((resolve, reject) => {
    const collector = new BodyCollector(limit)
    const decoder = makeDecoder(body)
    const finish = () => {
      decoder.destroy()
      resolve({ bytes: collector.bytes(), isTruncated: body.isTruncated || collector.isTruncated })
    }
    decoder.on('data', (chunk: Uint8Array) => {
      if (!collector.isTruncated && !collector.add(chunk)) finish()
    })
    decoder.once('end', finish)
    decoder.once('error', (error) => reject(undecodable(encoding, error)))
    decoder.end(body.bytes)
  })

const isNoEncoding = (encoding: string) => encoding === '' || encoding === 'identity'

/** The encodings to undo, last first. One that is not known ends the list: its bytes stay as they came. */
const stagesOf = (contentEncoding: string) => {
  const applied = contentEncoding
    .toLowerCase()
    .split(',')
    .map((encoding) => encoding.trim())
  const stages: [string, MakeDecoder][] = []
  for (const encoding of applied.toReversed()) {
    if (isNoEncoding(encoding)) continue
    const makeDecoder = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined
    if (makeDecoder === undefined) return stages
    stages.push([encoding, makeDecoder])
  }
  return stages
}

/** The body without its content encoding, at most `limit` bytes of it. */
export const decodeBody = async (received: Body, contentEncoding: string, limit: number): Promise<Body> => {
  // After HEAD, with 204 and with 304 the encoding is that of a body that does not come.
  if (received.bytes.length === 0) return received
  const stages = stagesOf(contentEncoding)
  if (stages.length > stagesAllowed) throw undecodable(contentEncoding)
  let body = received
  for (const [encoding, makeDecoder] of stages)
    if (body.bytes.length > 0) body = await decodeStage(body, encoding, makeDecoder, limit)
  return body
}
