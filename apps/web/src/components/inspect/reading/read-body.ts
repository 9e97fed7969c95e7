import { formatJson, outlineJson } from '@knockwire/domain/bodies/json-outline'
import { formatXml, outlineMarkup } from '@knockwire/domain/bodies/markup-outline'
import { type BodyPart, readMultipart } from '@knockwire/domain/bodies/multipart'
import { decodeBody } from '@knockwire/domain/charsets/decode-body'
import type { Outline } from '@knockwire/domain/bodies/outline'

/** A body as the API gives it. */
export interface RawBody {
  /** Text, or the bytes in base64. */
  content: string
  encoding: 'text' | 'base64'
  contentType: string
  /** Content-Encoding, where it was kept as it came. */
  contentEncoding: string
  /** Without that encoding, where the API has decoded it. */
  decoded?: Pick<RawBody, 'content' | 'encoding' | 'isCut'>
  /** Only the beginning of it was kept. */
  isCut: boolean
}

/** What a body turned out to be, by what it holds first and by what it is called second. */
export type ReadBody =
  | { kind: 'json'; text: string; outline: Outline }
  | { kind: 'html' | 'xml'; text: string; outline: Outline }
  | { kind: 'form'; text: string; fields: [name: string, value: string][]; count: number }
  | { kind: 'parts'; bytes: Uint8Array<ArrayBuffer>; parts: BodyPart[] }
  | { kind: 'image'; bytes: Uint8Array<ArrayBuffer>; mediaType: string }
  | { kind: 'compressed'; bytes: Uint8Array<ArrayBuffer>; decoded: ReadBody | null; isDecodedCut: boolean }
  | { kind: 'text'; text: string }
  | { kind: 'binary'; bytes: Uint8Array<ArrayBuffer> }

/** More than this of a compressed body, in bytes, is not decoded: a kilobyte can hold a gigabyte of zeros. */
export const decodedLimit = 1024 * 1024

/** A form's fields beyond these are seen in its text. */
const shownFields = 500

/** Finds out what a body is. Takes up to a second for the largest and most hostile ones: see `readInBackground`. */
export async function readBody({ decoded, ...raw }: RawBody): Promise<ReadBody> {
  const { content, encoding, contentType, contentEncoding, isCut } = raw
  if (decoded) return readDecoded(raw, decoded)
  if (encoding === 'text') return readText(content, contentType, isCut)
  return readBytes(bytesOf(raw), { contentType, contentEncoding, isCut })
}

const bytesOf = ({ content, encoding }: Pick<RawBody, 'content' | 'encoding'>): Uint8Array<ArrayBuffer> =>
  encoding === 'text'
    ? new TextEncoder().encode(content)
    : Uint8Array.from(atob(content), (character) => character.codePointAt(0) ?? 0)

async function readDecoded(raw: RawBody, { content, encoding, isCut }: NonNullable<RawBody['decoded']>) {
  const { contentType } = raw
  const decoded = await readBody({ content, encoding, contentType, contentEncoding: '', isCut })
  return { kind: 'compressed', bytes: bytesOf(raw), decoded, isDecodedCut: isCut } as const
}

type Naming = Pick<RawBody, 'contentType' | 'contentEncoding' | 'isCut'>

/** As `readBody`, of bytes. */
export async function readBytes(bytes: Uint8Array<ArrayBuffer>, naming: Naming): Promise<ReadBody> {
  const format = compressionOf(bytes, naming.contentEncoding)
  if (format !== null) return readCompressed(bytes, format, naming)
  const mediaType = imageTypeOf(bytes)
  if (mediaType !== null) return { kind: 'image', bytes, mediaType }
  const parts = readMultipart(bytes, naming.contentType)
  if (parts) return { kind: 'parts', bytes, parts }
  const text = decodeBody(bytes, naming.contentType, naming.isCut)
  return text === null ? { kind: 'binary', bytes } : readText(text, naming.contentType, naming.isCut)
}

const looksLikeHtml = /^\s*<(?:!doctype html|html|head|body)\b/i
const looksLikeXml = /^\s*<\?xml\b/i

function readText(text: string, contentType: string, isCut: boolean): ReadBody {
  const bytes = /^\s*multipart\//i.test(contentType) ? new TextEncoder().encode(text) : null
  const parts = bytes && readMultipart(bytes, contentType)
  if (parts) return { kind: 'parts', bytes, parts }
  if (/^[\s\u{feff}]*[[{]/u.test(text)) {
    const outline = outlineJson(text, { isCut })
    if (outline) return { kind: 'json', text, outline }
  }
  const language = markupOf(text, contentType)
  const outline = language && outlineMarkup(text, language)
  if (outline) return { kind: language, text, outline }
  // Programs call JSON a form now and then, hence it is tried after that.
  if (/x-www-form-urlencoded/i.test(contentType) && text.includes('=')) return readForm(text)
  return { kind: 'text', text }
}

function markupOf(text: string, contentType: string): 'html' | 'xml' | null {
  if (looksLikeXml.test(text)) return /html/i.test(contentType) ? 'html' : 'xml'
  if (/\bhtml\b/i.test(contentType) || looksLikeHtml.test(text)) return 'html'
  return /[/+]xml\b/i.test(contentType) ? 'xml' : null
}

function readForm(text: string): ReadBody {
  const fields: [string, string][] = []
  let count = 0
  for (const field of new URLSearchParams(text)) {
    count++
    if (count <= shownFields) fields.push(field)
  }
  return { kind: 'form', text, fields, count }
}

function compressionOf(bytes: Uint8Array, contentEncoding: string): CompressionFormat | null {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'gzip'
  return /^\s*deflate\s*$/i.test(contentEncoding) ? 'deflate' : null
}

async function readCompressed(
  bytes: Uint8Array<ArrayBuffer>,
  format: CompressionFormat,
  naming: Naming,
): Promise<ReadBody> {
  const { decoded, isEndReached } = await decompress(bytes, format)
  if (decoded === null) return { kind: 'compressed', bytes, decoded: null, isDecodedCut: false }
  const isCut = naming.isCut || !isEndReached
  // What is compressed twice is decoded once: each layer may be its own bomb.
  const inner = compressionOf(decoded, '')
    ? ({ kind: 'binary', bytes: decoded } as const)
    : await readBytes(decoded, { contentType: naming.contentType, contentEncoding: '', isCut })
  return { kind: 'compressed', bytes, decoded: inner, isDecodedCut: !isEndReached }
}

/** As much as the limit allows, and of a broken stream what comes before the break; null where that is nothing. */
async function decompress(bytes: Uint8Array<ArrayBuffer>, format: CompressionFormat) {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format)).getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  let isEndReached = false
  try {
    while (size < decodedLimit) {
      const { done, value } = await reader.read()
      if (done) {
        isEndReached = true
        break
      }
      chunks.push(value)
      size += value.length
    }
    if (!isEndReached) await reader.cancel()
  } catch {
    // Cut or broken: what was decoded so far is shown.
  }
  if (size === 0 && !isEndReached) return { decoded: null, isEndReached }
  const decoded = new Uint8Array(await new Blob(chunks).arrayBuffer()).subarray(0, decodedLimit)
  return { decoded, isEndReached }
}

const signatures: readonly [mediaType: string, start: string][] = [
  ['image/png', '\u{89}PNG\r\n\u{1a}\n'],
  ['image/jpeg', '\u{ff}\u{d8}\u{ff}'],
  ['image/gif', 'GIF87a'],
  ['image/gif', 'GIF89a'],
  ['image/bmp', 'BM'],
]

/** Pictures by their first bytes. SVG is not among them: it is XML, and drawing it can take a page's whole time. */
function imageTypeOf(bytes: Uint8Array): string | null {
  const head = String.fromCodePoint(...bytes.subarray(0, 16))
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'image/webp'
  if (head.startsWith('ftypavif', 4)) return 'image/avif'
  return signatures.find(([, start]) => head.startsWith(start))?.[0] ?? null
}

/** Formatting that grows a body beyond this, in characters, helps nobody to read it. */
const formattedLimit = 8 * 1024 * 1024

/** JSON or XML indented; null where that is out of proportion. */
export function formatBody(body: ReadBody): string | null {
  if (body.kind === 'json') return formatJson(body.text, body.outline, formattedLimit)
  if (body.kind === 'xml') return formatXml(body.text, body.outline, formattedLimit)
  return null
}
