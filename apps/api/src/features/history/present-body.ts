import { type HttpBody, textBody } from '@knockwire/domain/bodies/http-body'
import { decodeBody } from '@knockwire/domain/charsets/decode-body'
import { encodeText } from '@knockwire/domain/charsets/encode-text'

/** Bytes as text where they are some by their type, else as base64. `isTruncated`: the bytes are only a body's beginning. */
export const presentBody = (bytes: Uint8Array, contentType: string | undefined, isTruncated = false): HttpBody => {
  const text = decodeBody(bytes, contentType, isTruncated)
  if (text === null) return { encoding: 'base64', content: base64Of(bytes), bytes: bytes.length, isTruncated }
  const body = textBody(text, bytes.length, isTruncated)
  return isTruncated || isUtf8Of(text, bytes) ? body : { ...body, base64: base64Of(bytes) }
}

const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

const isUtf8Of = (text: string, bytes: Uint8Array): boolean =>
  Buffer.byteLength(text) === bytes.length && Buffer.from(text).equals(bytes)

/** A text that is sent or was sent whole, in the charset of its type; null where there is none. */
export const presentText = (text: string | null, contentType?: string): HttpBody => {
  const written = text ?? ''
  const encoded = encodeText(written, contentType) ?? written
  if (typeof encoded === 'string') return textBody(written, Buffer.byteLength(written))
  const body = textBody(written, encoded.length)
  return isUtf8Of(written, encoded) ? body : { ...body, base64: base64Of(encoded) }
}
