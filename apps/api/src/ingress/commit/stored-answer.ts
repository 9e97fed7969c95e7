import { sanitizeForPostgres } from '@knockwire/db/postgres-text'

/** Bytes of an answer's body that are kept with the request: a short request can have a long answer. */
export const maxStoredBytes = 65_536

export interface StoredAnswer {
  text: string
  /** Of the whole body, where only its beginning is kept; else null. */
  wholeBytes: number | null
}

/** What is recorded of an answer's body: at most 64 KiB of it. What its template read out of a body is sanitized. */
export const storedAnswer = (body: string): StoredAnswer => {
  // No character takes more than three bytes for each of its units.
  if (body.length * 3 <= maxStoredBytes) return { text: sanitizeForPostgres(body), wholeBytes: null }
  const bytes = Buffer.from(body)
  if (bytes.length <= maxStoredBytes) return { text: sanitizeForPostgres(body), wholeBytes: null }
  return { text: sanitizeForPostgres(beginningOf(bytes)), wholeBytes: bytes.length }
}

/** As many whole characters as fit. */
const beginningOf = (bytes: Buffer): string => {
  let end = maxStoredBytes
  while (isContinuation(bytes[end])) end -= 1
  return bytes.toString('utf8', 0, end)
}

/** Whether a byte of UTF-8 belongs to the character before it. */
const isContinuation = (byte = 0) => (byte & 0b1100_0000) === 0b1000_0000
