import { Readable } from 'node:stream'

/** Stored under the operator's key: of no use to a reader of the archive, and not to be carried around in clear. */
const encrypted = '(encrypted)'

const isEncrypted = (value: object) => 'k' in value && 'iv' in value && 'data' in value

const hideSecrets = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && isEncrypted(value) ? encrypted : value

/** It keeps a byte order mark, too. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A body as text where it is text, else in base64: nothing of it is lost. */
const bodyOf = (bytes: Uint8Array): { text: string } | { base64: string } => {
  try {
    return { text: utf8.decode(bytes) }
  } catch {
    return { base64: Buffer.from(bytes).toString('base64') }
  }
}

const withReadableBodies = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Uint8Array ? bodyOf(value) : value]),
  )

/** One row a line (jsonlines.org), read as they are consumed. */
export const jsonLines = (rows: AsyncIterable<object>): Readable =>
  Readable.from(
    (async function* () {
      for await (const row of rows) yield `${JSON.stringify(withReadableBodies(row), hideSecrets)}\n`
    })(),
    { objectMode: false },
  )
