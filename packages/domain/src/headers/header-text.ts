const beyondAscii = /[\x80-\xff]/
const isAscii = /^[\0-\x7f]*$/

/** Null where the bytes are not UTF-8. */
const utf8Of = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * The text of a header's name or value, of which HTTP/1.1 says bytes only: UTF-8 where they are valid as such, else Latin-1.
 * `latin1` is how parsers give them, a character for each byte.
 */
export const headerTextOf = (latin1: string): string => {
  if (!beyondAscii.test(latin1)) return latin1
  return utf8Of(Uint8Array.from(latin1, (character) => character.charCodeAt(0))) ?? latin1
}

/** The bytes of a header's text in UTF-8, a character for each, as they are given to what writes Latin-1. */
export const headerBytesOf = (text: string): string => (isAscii.test(text) ? text : utf8BytesOf(text))

const utf8BytesOf = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('')
