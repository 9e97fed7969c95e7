import { decodeBody } from '@knockwire/domain/executions/body-text'
import type { ReceivedBody } from '@knockwire/domain/receivers/receiver'

/** Bytes as text where they are some, else as base64; `body` null: they were left out of a page that is large enough. */
export const presentBody = (body: Uint8Array | null, bytes: number, contentType: string | undefined): ReceivedBody => {
  if (body === null) return { encoding: 'text', content: '', bytes, isLeftOut: true }
  const text = decodeBody(body, contentType)
  return text === null
    ? { encoding: 'base64', content: Buffer.from(body).toString('base64'), bytes, isLeftOut: false }
    : { encoding: 'text', content: text, bytes, isLeftOut: false }
}
