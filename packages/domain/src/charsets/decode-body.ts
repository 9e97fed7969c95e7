import { TextDecoder as ExactDecoder } from '@exodus/bytes/encoding-browser.js'
import { isTextType, mediaTypeOf } from './media-type.ts'
import { lateMetaCharset, sniffCharset } from './sniff-charset.ts'

/** Node's own decoder of the East Asian encodings differs from browsers', and from the standard, in thousands of characters. */
const decoderOf = (encoding: string, options?: { fatal: boolean }) =>
  encoding === 'utf-8' ? new TextDecoder(encoding, options) : new ExactDecoder(encoding, options)

function decodeStrictly(bytes: Uint8Array, encoding: string, isTruncated: boolean): string | null {
  try {
    return decoderOf(encoding, { fatal: true }).decode(bytes, { stream: isTruncated })
  } catch {
    return null
  }
}

/**
 * A body as text, in the encoding that it is in by `sniffCharset`, else as UTF-8; null where it is binary. Text of an older
 * encoding that does not say so is read as windows-1252, as browsers do. `isTruncated`: the end may be amid a character.
 */
export function decodeBody(bytes: Uint8Array, contentType: string | undefined, isTruncated = false): string | null {
  const encoding = sniffCharset(bytes, contentType)
  if (encoding?.startsWith('utf-16') === true) return decoderOf(encoding).decode(bytes, { stream: isTruncated })
  if (bytes.includes(0)) return null
  const strict = decodeStrictly(bytes, encoding ?? 'utf-8', isTruncated) ?? decodeStrictly(bytes, 'utf-8', isTruncated)
  if (strict !== null) return strict
  if (!isTextType(mediaTypeOf(contentType))) return null
  return decoderOf(encoding ?? lateMetaCharset(bytes, contentType) ?? 'windows-1252').decode(bytes, {
    stream: isTruncated,
  })
}
