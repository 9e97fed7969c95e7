import { createMultibyteEncoder } from '@exodus/bytes/multi-byte.js'
import { createSinglebyteEncoder } from '@exodus/bytes/single-byte.js'
import { BoundedMap } from '../bounded-map.ts'
import { encodingName } from './encoding-name.ts'
import { charsetParameter } from './media-type.ts'

type Encode = (text: string) => Uint8Array

const multiByte: ReadonlySet<string> = new Set([
  'gbk',
  'gb18030',
  'big5',
  'euc-jp',
  'iso-2022-jp',
  'shift_jis',
  'euc-kr',
])

/**
 * Text as the bytes that its Content-Type promises: in the charset that it names, and in UTF-8 where it names none, or one
 * that nobody knows. Null where the charset lacks one of the characters. For servers: the tables are long.
 */
export function encodeText(text: string, contentType: string | undefined): string | Uint8Array | null {
  const encode = encoders.getOrMake(contentType ?? '', () => ({ encode: encoderOf(contentType) })).encode
  if (encode === null) return text
  try {
    return encode(text)
  } catch {
    return null
  }
}

/** What is wrong with a text under its Content-Type, as a message; null where it can be encoded. */
export function encodingProblem(text: string, contentType: string | undefined): string | null {
  if (encodeText(text, contentType) !== null) return null
  const characters = new Set(Array.from(text).filter((character) => (character.codePointAt(0) ?? 0) > 0x7f))
  const missing = [...characters].find((character) => encodeText(character, contentType) === null) ?? ''
  const charset = charsetParameter(contentType) ?? ''
  return `The charset ${charset} has no “${missing}”. Use charset=utf-8, or remove the character.`
}

/** By Content-Type; null for UTF-8. */
const encoders = new BoundedMap<string, { encode: Encode | null }>(100)

function encoderOf(contentType: string | undefined): Encode | null {
  const label = charsetParameter(contentType)?.trim().toLowerCase() ?? ''
  const encoding = encodingName(label)
  if (encoding === null || encoding === 'utf-8') return null
  if (encoding.startsWith('utf-16')) return utf16Encoder(encoding === 'utf-16be', label === 'utf-16')
  const encode = multiByte.has(encoding) ? createMultibyteEncoder(encoding) : createSinglebyteEncoder(encoding)
  const limit = limitOf(label, encoding)
  return limit === null ? encode : strictly(encode, limit)
}

/** The marked form says by itself which order its bytes are in. */
const utf16Encoder =
  (isBigEndian: boolean, isMarked: boolean): Encode =>
  (text) => {
    const written = isMarked ? `\u{feff}${text}` : text
    const bytes = new Uint8Array(written.length * 2)
    const view = new DataView(bytes.buffer)
    // Of UTF-16 units, each of which is written.
    for (let at = 0; at < written.length; at += 1) view.setUint16(at * 2, written.charCodeAt(at), !isBigEndian)
    return bytes
  }

/**
 * Browsers read ASCII and ISO-8859 as the Windows encodings, which have characters where these have none: other programs
 * would read what is written there as control characters, or not at all. The first byte that is not to be written.
 */
function limitOf(label: string, encoding: string): [from: number, to: number] | null {
  if (/ascii|^ansi_x3|^iso646-us$|^us$/.test(label)) return [0x80, 0xff]
  return encoding.startsWith('windows-') && !/^(?:windows-|x-cp|cp12)/.test(label) ? [0x80, 0x9f] : null
}

const strictly =
  (encode: Encode, [from, to]: [number, number]): Encode =>
  (text) => {
    const bytes = encode(text)
    if (bytes.some((byte) => byte >= from && byte <= to)) throw new RangeError('The charset lacks a character.')
    return bytes
  }
