import { createHmac } from 'node:crypto'

interface SignedMessage {
  id: string
  epochSecond: number
  body: string
  /** `whsec_` and the key in base64. */
  secret: string
}

/** Standard Webhooks: `webhook-signature` proves to the receiver that `id.timestamp.body` is ours and unchanged. */
export const signatureHeaders = ({ id, epochSecond, body, secret }: SignedMessage): Record<string, string> => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${epochSecond}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(epochSecond), 'webhook-signature': `v1,${signature}` }
}
