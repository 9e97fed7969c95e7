import { createHmac } from 'node:crypto'
import type { DeliveryOccasion } from '@knockwire/db/schema/notifications'
import type { HeartbeatTemplateValues } from '@knockwire/domain/templates/variables'
import type { Message } from '../channel.ts'

const types: Readonly<Record<DeliveryOccasion, string>> = {
  HOLDS: 'condition.holds',
  RECOVERED: 'condition.recovered',
  REQUEST: 'request.received',
  TEST: 'notification.test',
}

/** The event as JSON, for requests whose body the user has not written. Bodies and headers are left to templates. */
export const eventOf = ({ occasion, createdAt, values }: Message): object => {
  const type = types[occasion]
  const timestamp = createdAt.toISOString()
  if ('task' in values) {
    const { task, condition, execution, alert, response } = values
    return {
      type,
      timestamp,
      data: { task, condition, execution, alert, response: { code: response.code, time: response.time } },
    }
  }
  const { receiver, request, response, condition, alert, heartbeat } = values
  if (heartbeat.state !== '')
    return { type: heartbeatTypeOf(occasion, heartbeat), timestamp, data: { receiver, heartbeat, alert } }
  const { method, remoteAddress } = request
  const received = { receiver, request: { method, remoteAddress }, response: { code: response.code } }
  return { type, timestamp, data: occasion === 'REQUEST' ? received : { ...received, condition, alert } }
}

const heartbeatTypeOf = (occasion: DeliveryOccasion, { state }: HeartbeatTemplateValues): string => {
  if (occasion === 'TEST') return types.TEST
  if (occasion === 'RECOVERED') return 'heartbeat.recovered'
  return state === 'LATE' ? 'heartbeat.late' : 'heartbeat.down'
}

interface SignedMessage {
  id: string
  epochSecond: number
  /** As it is sent. */
  body: string | Uint8Array
  /** `whsec_` and the key in base64. */
  secret: string
}

/** Standard Webhooks: `webhook-signature` proves to the receiver that `id.timestamp.body` is ours and unchanged. */
export const signatureHeaders = ({ id, epochSecond, body, secret }: SignedMessage): Record<string, string> => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${epochSecond}.`).update(body).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(epochSecond), 'webhook-signature': `v1,${signature}` }
}
