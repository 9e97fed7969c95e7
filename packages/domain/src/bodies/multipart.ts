import type { HeaderList } from '../headers/header-list.ts'
import { decodeBody } from '../charsets/decode-body.ts'
import { headerValues } from '../headers/read-headers.ts'
import { extendedParameter, headerParameter } from './header-parameter.ts'

export interface BodyPart {
  /** From Content-Disposition; null where it is not given. */
  name: string | null
  fileName: string | null
  contentType: string
  headers: HeaderList
  bytes: Uint8Array<ArrayBuffer>
}

/** A body of more parts than this is cut behind them. */
const mostParts = 500

/** The parts of a multipart body (RFC 2046), at most 500; null where it is none. Preamble and epilogue are left out. */
export function readMultipart(bytes: Uint8Array<ArrayBuffer>, contentType: string): BodyPart[] | null {
  const boundary = /^\s*multipart\//i.test(contentType) ? headerParameter(contentType, 'boundary') : null
  if (boundary === null || boundary === '' || boundary.length > 200) return null
  // One character a byte, so that positions in this text are positions in the bytes.
  const text = latin1(bytes)
  const delimiter = `--${boundary}`
  const parts: BodyPart[] = []
  let isClosed = false
  let at = text.startsWith(delimiter) ? 0 : findDelimiter(text, delimiter, 0)
  while (at >= 0 && parts.length < mostParts) {
    const start = at + delimiter.length
    isClosed = text.startsWith('--', start)
    if (isClosed) break
    const lineEnd = text.indexOf('\n', start)
    if (lineEnd < 0) break
    const next = findDelimiter(text, delimiter, lineEnd)
    // A body that was cut ends within its last part.
    const end = next < 0 ? text.length : next - (text[next - 2] === '\r' ? 2 : 1)
    parts.push(readPart(text, bytes, lineEnd + 1, Math.max(end, lineEnd + 1)))
    at = next
  }
  return isClosed || parts.length > 0 ? parts : null
}

/** Where the next delimiter begins that has a line to itself, with nothing behind it but white space; -1 where none does. */
function findDelimiter(text: string, delimiter: string, from: number): number {
  let at = text.indexOf(`\n${delimiter}`, from)
  while (at >= 0) {
    const end = at + 1 + delimiter.length
    if (/^(?:--|[\t ]{0,100}(?:\r?\n|$))/.test(text.slice(end, end + 103))) return at + 1
    at = text.indexOf(`\n${delimiter}`, end)
  }
  return -1
}

function readPart(text: string, bytes: Uint8Array<ArrayBuffer>, start: number, end: number): BodyPart {
  const headers: HeaderList = []
  let at = start
  while (at < end) {
    const newLine = text.indexOf('\n', at)
    const lineEnd = newLine < 0 || newLine > end ? end : newLine
    const line = text.slice(at, lineEnd).trimEnd()
    at = Math.min(lineEnd + 1, end)
    if (line === '') break
    const last = headers.at(-1)
    const colon = line.indexOf(':')
    if (/^[\t ]/.test(line) && last) last[1] += ` ${decodeHeader(line.trim())}`
    else if (colon > 0) headers.push([line.slice(0, colon), decodeHeader(line.slice(colon + 1).trim())])
  }
  const disposition = headerValues(headers, 'content-disposition')[0] ?? ''
  return {
    name: extendedParameter(disposition, 'name'),
    fileName: extendedParameter(disposition, 'filename'),
    contentType: headerValues(headers, 'content-type')[0] ?? 'text/plain',
    headers,
    bytes: bytes.slice(at, end),
  }
}

function latin1(bytes: Uint8Array): string {
  let text = ''
  // In pieces: a call takes so many arguments only.
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCodePoint(...bytes.subarray(at, at + 8_192))
  return text
}

/** Browsers write names and file names in UTF-8, programs in older encodings now and then. */
const decodeHeader = (text: string): string =>
  decodeBody(
    Uint8Array.from(text, (character) => character.codePointAt(0) ?? 0),
    'text/plain',
  ) ?? text
