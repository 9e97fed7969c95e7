import type { HeaderList } from '../headers/header-list.ts'
import { headerValues } from '../headers/read-headers.ts'

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

/** A parameter of a header such as Content-Type, with or without quotes. */
export function headerParameter(value: string, name: string): string | null {
  const found = new RegExp(String.raw`;\s*${name}\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))`, 'i').exec(value)
  if (!found) return null
  return found[1]?.replaceAll(/\\(["\\])/g, '$1') ?? found[2] ?? null
}

/** The parts of a multipart body (RFC 2046), at most 500; null where it is none. Preamble and epilogue are left out. */
export function readMultipart(bytes: Uint8Array<ArrayBuffer>, contentType: string): BodyPart[] | null {
  const boundary = /^\s*multipart\//i.test(contentType) ? headerParameter(contentType, 'boundary') : null
  if (boundary === null || boundary.length > 200) return null
  // One character a byte, so that positions in this text are positions in the bytes.
  const text = latin1(bytes)
  const delimiter = `--${boundary}`
  const parts: BodyPart[] = []
  let at = text.startsWith(delimiter) ? 0 : afterLineEnd(text.indexOf(`\n${delimiter}`))
  while (at >= 0 && parts.length < mostParts) {
    const start = at + delimiter.length
    if (text.startsWith('--', start)) return parts
    const lineEnd = text.indexOf('\n', start)
    if (lineEnd < 0) break
    const next = text.indexOf(`\n${delimiter}`, lineEnd)
    // A body that was cut ends within its last part.
    const end = next < 0 ? text.length : next - (text[next - 1] === '\r' ? 1 : 0)
    parts.push(readPart(text, bytes, lineEnd + 1, Math.max(end, lineEnd + 1)))
    at = afterLineEnd(next)
  }
  return parts.length > 0 ? parts : null
}

const afterLineEnd = (lineEnd: number): number => (lineEnd < 0 ? -1 : lineEnd + 1)

function readPart(text: string, bytes: Uint8Array<ArrayBuffer>, start: number, end: number): BodyPart {
  const headers: HeaderList = []
  let at = start
  while (at < end) {
    const newLine = text.indexOf('\n', at)
    const lineEnd = newLine < 0 || newLine > end ? end : newLine
    const line = text.slice(at, lineEnd).trimEnd()
    at = Math.min(lineEnd + 1, end)
    if (line === '') break
    const colon = line.indexOf(':')
    if (colon > 0) headers.push([line.slice(0, colon), utf8(line.slice(colon + 1).trim())])
  }
  const disposition = headerValues(headers, 'content-disposition')[0] ?? ''
  return {
    name: headerParameter(disposition, 'name'),
    fileName: headerParameter(disposition, 'filename'),
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

/** Browsers write names and file names in UTF-8. */
const utf8 = (text: string): string =>
  new TextDecoder().decode(Uint8Array.from(text, (character) => character.codePointAt(0) ?? 0))
