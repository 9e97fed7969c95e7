import { encodingName } from './encoding-name.ts'
import { charsetParameter, isHtmlType, isJsonType, isTextType, isXmlType, mediaTypeOf } from './media-type.ts'
import { metaCharset } from './meta-charset.ts'

/** How far the prescan of HTML looks (13.2.3.2), in bytes. */
const prescanLength = 1024

/**
 * The encoding that a body is in by its byte order mark, its pattern of zeros, its Content-Type, or what it says itself (a
 * `meta` of HTML, the declaration of XML), in this order; null where nothing says so. An unknown charset says nothing.
 */
export function sniffCharset(bytes: Uint8Array, contentType: string | undefined): string | null {
  const mediaType = mediaTypeOf(contentType)
  const named = encodingName(charsetParameter(contentType))
  const seen = markOf(bytes) ?? (isUtf16(named) ? null : zerosOf(bytes, mediaType))
  if (seen !== null) return seen
  // RFC 8259, section 8.1: JSON is UTF-8, whatever charset is named where there is no such parameter.
  const isUtf8Json = isJsonType(mediaType) && named !== null && !isSevenBit(named) && isUtf8(bytes)
  return isUtf8Json ? 'utf-8' : (named ?? charsetWithin(bytes, mediaType))
}

const isUtf16 = (encoding: string | null) => encoding?.startsWith('utf-16') === true

/** Texts in these look like UTF-8, or hold zeros. */
const isSevenBit = (encoding: string) => encoding === 'iso-2022-jp' || isUtf16(encoding)

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** In the order of RFC 7303, section 3.3, and HTML 13.2.3.2, the mark is stronger than all else. */
function markOf([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

function charsetWithin(bytes: Uint8Array, mediaType: string): string | null {
  if (isJsonType(mediaType)) return null
  const head = beginningOf(bytes, prescanLength)
  if (isHtmlType(mediaType)) return metaCharset(head) ?? xmlCharset(head)
  if (isXmlType(mediaType)) return xmlCharset(head)
  return mediaType === '' && looksLikeHtml.test(head) ? metaCharset(head) : xmlCharset(head)
}

/** As browsers tell a page by its beginning (MIME Sniffing, section 7.1), or by what only a page has. */
const looksLikeHtml =
  /^\s*<(?:!--|(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|meta)[\s/>])/i

const littleEndian = /^[\t\n\r -~]\0[\t\n\r -~]\0/
const bigEndian = /^\0[\t\n\r -~]\0[\t\n\r -~]/

/**
 * The UTF-16 that a text is in which begins with two characters of ASCII: no other text holds zeros. JSON need only begin
 * with one (RFC 4627, section 3; a text on its own came with RFC 8259).
 */
function zerosOf(bytes: Uint8Array, mediaType: string): string | null {
  if (bytes[0] !== 0 && bytes[1] !== 0) return null
  const head = beginningOf(bytes, 4)
  const isText = isTextType(mediaType) || head.includes('<')
  if (isText && littleEndian.test(head)) return 'utf-16le'
  if (isText && bigEndian.test(head)) return 'utf-16be'
  if (!isJsonType(mediaType) || bytes.length % 2 === 1) return null
  if (/^[\t\n\r -~]\0(?!\0\0)/.test(head)) return 'utf-16le'
  return /^\0[\t\n\r -~]/.test(head) ? 'utf-16be' : null
}

/** XML 1.0, section 4.3.3; some write an empty line before it. What can be read as ASCII is in no UTF-16, whatever it says. */
function xmlCharset(head: string): string | null {
  const label = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*(?:"([\w.:-]+)"|'([\w.:-]+)')/.exec(head)
  const encoding = encodingName(label?.[1] ?? label?.[2])
  return isUtf16(encoding) ? 'utf-8' : encoding
}

/** A later `meta`, which a browser meets as it parses, and then reads the page again. */
export const lateMetaCharset = (bytes: Uint8Array, contentType: string | undefined): string | null =>
  isHtmlType(mediaTypeOf(contentType)) ? metaCharset(beginningOf(bytes, longestHead)) : null

const longestHead = 65_536

/** Of the bytes from 128 on nothing is asked here, so they may become any characters but ASCII's. */
const asciiDecoder = new TextDecoder('windows-1252')

/** A character a byte. */
const beginningOf = (bytes: Uint8Array, length: number): string => asciiDecoder.decode(bytes.subarray(0, length))
