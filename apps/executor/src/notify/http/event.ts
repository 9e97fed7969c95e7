import type { DeliveryOccasion } from '@knockwire/db/schema/notifications'
import type { Message } from '../channel.ts'

const types: Readonly<Record<DeliveryOccasion, string>> = {
  HOLDS: 'condition.holds',
  RECOVERED: 'condition.recovered',
  REQUEST: 'request.received',
}

/** The event as JSON, for requests whose body the user has not written. Bodies and headers are left to templates. */
export const eventOf = ({ occasion, createdAt, values }: Message): object => {
  const type = types[occasion]
  const timestamp = createdAt.toISOString()
  if ('task' in values) {
    const { task, condition, execution, response } = values
    return {
      type,
      timestamp,
      data: { task, condition, execution, response: { code: response.code, time: response.time } },
    }
  }
  const { receiver, request, response } = values
  const { method, remoteAddress } = request
  return { type, timestamp, data: { receiver, request: { method, remoteAddress }, response: { code: response.code } } }
}
