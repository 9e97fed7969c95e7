import zlib from 'node:zlib'
import { type Body, decodeBytes, type DecodingStream, isEarlyEnd, joinBodies, partsAllowed } from './decode-bytes.ts'
import { readGzipMembers } from './gzip-members.ts'
import { mayEndEarly } from './zlib-options.ts'

/** Undoes one content encoding, up to `limit` bytes. */
export interface Decoder {
  /** Throws for what is not whole or not right. */
  decode: (bytes: Uint8Array, limit: number) => Promise<Body>
  /** For bytes whose end was cut off. */
  decodeCut: (bytes: Uint8Array, limit: number) => Promise<Body>
  /** What can be read of bytes that `decode` refused; throws where that is nothing. */
  rescue: (bytes: Uint8Array, limit: number, error: unknown) => Promise<Body>
}

/** What came of a stream that ended before its end. */
const decodeUpToEnd = async (
  createStream: () => DecodingStream,
  bytes: Uint8Array,
  limit: number,
  error: unknown,
): Promise<Body> => {
  if (!isEarlyEnd(error)) throw error
  return { ...(await decodeBytes(createStream(), bytes, limit)), isTruncated: true }
}

const gzip: Decoder = {
  decode: (bytes, limit) => decodeBytes(zlib.createGunzip(), bytes, limit),
  decodeCut: (bytes, limit) => decodeBytes(zlib.createGunzip(mayEndEarly), bytes, limit),
  rescue: readGzipMembers,
}

const inflateRaw: Decoder = {
  decode: (bytes, limit) => decodeBytes(zlib.createInflateRaw(), bytes, limit),
  decodeCut: (bytes, limit) => decodeBytes(zlib.createInflateRaw(mayEndEarly), bytes, limit),
  rescue: (bytes, limit, error) => decodeUpToEnd(() => zlib.createInflateRaw(mayEndEarly), bytes, limit, error),
}

const zlibHeaderBytes = 2

const zlibInflate: Decoder = {
  decode: (bytes, limit) => decodeBytes(zlib.createInflate(), bytes, limit),
  decodeCut: (bytes, limit) => decodeBytes(zlib.createInflate(mayEndEarly), bytes, limit),
  // Where only the checksum is missing, which ends the stream, the content has ended before.
  rescue: async (bytes, limit, error) => {
    const deflated = bytes.subarray(zlibHeaderBytes)
    if (!isEarlyEnd(error)) throw error
    return inflateRaw.decode(deflated, limit).catch((cause: unknown) => inflateRaw.rescue(deflated, limit, cause))
  },
}

/** RFC 1950 section 2.2: method 8, a window of at most 32 KiB, and a check of the two bytes. */
const hasZlibHeader = ([method = 0, flags = 0]: Uint8Array) =>
  (method & 0x0f) === 8 && method >> 4 <= 7 && (method * 256 + flags) % 31 === 0

const inflaterOf = (bytes: Uint8Array) => (hasZlibHeader(bytes) ? zlibInflate : inflateRaw)

/** Some servers send "deflate" without its zlib wrapper. */
const deflate: Decoder = {
  decode: (bytes, limit) => inflaterOf(bytes).decode(bytes, limit),
  decodeCut: (bytes, limit) => inflaterOf(bytes).decodeCut(bytes, limit),
  rescue: (bytes, limit, error) => inflaterOf(bytes).rescue(bytes, limit, error),
}

const brotliCut = () => zlib.createBrotliDecompress({ finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH })

const brotli: Decoder = {
  decode: (bytes, limit) => decodeBytes(zlib.createBrotliDecompress(), bytes, limit),
  decodeCut: (bytes, limit) => decodeBytes(brotliCut(), bytes, limit),
  rescue: (bytes, limit, error) => decodeUpToEnd(brotliCut, bytes, limit, error),
}

/** RFC 9659 lets a web server ask for a window of 8 MB; zstd itself would take 128 MB for each body. */
const zstdWindow = { params: { [zlib.constants.ZSTD_d_windowLogMax]: 23 } }
const zstdCut = () => zlib.createZstdDecompress({ ...zstdWindow, finishFlush: zlib.constants.ZSTD_e_flush })

/** RFC 8878 section 3.1: what a frame, and one that is skipped, begin with. */
const isZstdFrame = ([first = 0, second, third, fourth]: Uint8Array) =>
  (first === 0x28 && second === 0xb5 && third === 0x2f && fourth === 0xfd) ||
  (first >> 4 === 5 && second === 0x2a && third === 0x4d && fourth === 0x18)

const decodeZstdFrames = async (bytes: Uint8Array, limit: number): Promise<Body> => {
  const frames: Body[] = []
  let room = limit
  let rest = bytes
  do {
    if (frames.length === partsAllowed) throw new Error('It has too many frames.')
    const frame = await decodeBytes(zlib.createZstdDecompress(zstdWindow), rest, room)
    frames.push(frame)
    room -= frame.bytes.length
    rest = frame.isTruncated ? new Uint8Array(0) : rest.subarray(frame.consumedBytes)
  } while (isZstdFrame(rest))
  return joinBodies(frames)
}

/** RFC 8878 section 3.1.1.1: of the byte behind the magic number, the bit that says that a checksum follows the content. */
const zstdChecksumFlag = 0x04

const withoutZstdChecksum = (bytes: Uint8Array) => {
  const unflagged = Uint8Array.from(bytes)
  unflagged[4] = (bytes[4] ?? 0) & ~zstdChecksumFlag
  return unflagged
}

const zstd: Decoder = {
  decode: decodeZstdFrames,
  decodeCut: (bytes, limit) => decodeBytes(zstdCut(), bytes, limit),
  rescue: async (bytes, limit, error) => {
    if (!isEarlyEnd(error)) throw error
    return decodeZstdFrames(withoutZstdChecksum(bytes), limit).catch((cause: unknown) =>
      decodeUpToEnd(zstdCut, bytes, limit, cause),
    )
  },
}

export const decoders: ReadonlyMap<string, Decoder> = new Map([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['deflate', deflate],
  ['br', brotli],
  ['zstd', zstd],
])
