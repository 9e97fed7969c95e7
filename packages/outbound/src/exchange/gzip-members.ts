import zlib from 'node:zlib'
import { type Body, decodeBytes, isEarlyEnd, joinBodies, partsAllowed } from './decode-bytes.ts'
import { mayEndEarly } from './zlib-options.ts'

const magic = [0x1f, 0x8b, 8] as const
const isMember = (bytes: Uint8Array) => magic.every((byte, index) => bytes[index] === byte)
const isBeginOfMember = (bytes: Uint8Array) => magic.every((byte, index) => (bytes[index] ?? byte) === byte)

const fixedHeaderBytes = 10

/** RFC 1952 section 2.3: where the header ends, which may be behind what has come; null where it has no end. */
const headerEndOf = (bytes: Uint8Array): number | null => {
  const flags = bytes[3] ?? 0
  let at = fixedHeaderBytes
  if (flags & 0x04) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0)
  for (const textFlag of [0x08, 0x10]) {
    if (!(flags & textFlag)) continue
    const end = bytes.indexOf(0, at)
    if (end === -1) return null
    at = end + 1
  }
  return flags & 0x02 ? at + 2 : at
}

const trailerOf = (content: Uint8Array) => {
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(zlib.crc32(content), 0)
  trailer.writeUInt32LE(content.length, 4)
  return trailer
}

/** Also where only the beginning of the checksum has come. */
const isTrailerOf = (content: Uint8Array, trailer: Uint8Array) =>
  trailerOf(content).subarray(0, trailer.length).equals(trailer)

/** The first member's content, and what follows it. */
const readMember = async (bytes: Uint8Array, limit: number): Promise<{ content: Body; rest: Uint8Array }> => {
  const nothing = { content: { bytes: new Uint8Array(0), isTruncated: true }, rest: new Uint8Array(0) }
  const headerEnd = headerEndOf(bytes)
  if (headerEnd === null || headerEnd >= bytes.length) return nothing
  const deflated = bytes.subarray(headerEnd)
  try {
    const content = await decodeBytes(zlib.createInflateRaw(), deflated, limit)
    if (content.isTruncated) return { content, rest: nothing.rest }
    const end = content.consumedBytes + 8
    if (!isTrailerOf(content.bytes, deflated.subarray(content.consumedBytes, end)))
      throw new Error('The checksum or the length of the content is wrong.')
    return { content, rest: deflated.subarray(end) }
  } catch (error) {
    if (!isEarlyEnd(error)) throw error
    const content = await decodeBytes(zlib.createInflateRaw(mayEndEarly), deflated, limit)
    return { content: { ...content, isTruncated: true }, rest: nothing.rest }
  }
}

/**
 * What can be read of gzip that zlib refuses: without its checksum or a part of it, cut within its content, or followed by
 * something else. A checksum that is wrong is refused here too.
 */
export const readGzipMembers = async (bytes: Uint8Array, limit: number): Promise<Body> => {
  if (!isBeginOfMember(bytes)) throw new Error('It does not begin as gzip does.')
  const contents: Body[] = []
  let room = limit
  let rest = bytes
  do {
    if (contents.length === partsAllowed) throw new Error('It has too many members.')
    const member = await readMember(rest, room)
    contents.push(member.content)
    room -= member.content.bytes.length
    rest = member.rest
  } while (isMember(rest))
  return joinBodies(contents)
}
