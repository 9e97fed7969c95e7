import { decodeBody } from '@knockwire/domain/executions/body-text'
import type { ReceivedBody } from '@knockwire/domain/receivers/receiver'

/** Text as it stands; `text` null: it was left out of a page that is large enough. */
export const presentText = (text: string | null, bytes: number): ReceivedBody => ({
  encoding: 'text',
  content: text ?? '',
  bytes,
  isLeftOut: text === null,
})

/** Bytes as text where they are some, else as base64; `body` null: they were left out of a page that is large enough. */
export const presentBody = (body: Uint8Array | null, bytes: number, contentType: string | undefined): ReceivedBody => {
  const text = body === null ? null : decodeBody(body, contentType)
  return body === null || text !== null
    ? presentText(text, bytes)
    : { encoding: 'base64', content: Buffer.from(body).toString('base64'), bytes, isLeftOut: false }
}
