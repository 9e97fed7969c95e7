import { latin1Of } from './shell-word.ts'

/** A text in UTF-8, one character a byte. */
export const toBytes = (text: string): string => latin1Of(new TextEncoder().encode(text))

export const bytesIn = (bytes: string): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes, (char) => char.charCodeAt(0))

/** The text of bytes in UTF-8, with its byte order mark; null where they are not UTF-8. */
export function utf8Of(bytes: string): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytesIn(bytes))
  } catch {
    return null
  }
}

/** As a header or a URL has it: bytes that are not UTF-8 stay one character each. */
export const fieldText = (bytes: string): string => utf8Of(bytes) ?? bytes
