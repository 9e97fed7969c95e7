import { delivered, failed, type SendOutcome, type SenderDependencies } from '../channel.ts'
import { createTwilioClient } from './twilio-client.ts'

export interface Sms {
  /** Of the delivery that it is; the same at each attempt. */
  deliveryId: string
  /** E.164. */
  to: string
  body: string
}

export interface SmsSender {
  send: (sms: Sms) => Promise<SendOutcome>
}

type Dependencies = Pick<SenderDependencies, 'settings' | 'publicOrigin' | 'now' | 'writeToOutbox'>

export const createSmsSender = ({ settings, publicOrigin, now, writeToOutbox }: Dependencies): SmsSender => {
  const { sms, providerTimeoutMs: timeoutMs } = settings
  switch (sms.kind) {
    case 'twilio':
      return createTwilioClient(sms, { statusUrl: `${publicOrigin}/api/v1/twilio/status`, timeoutMs, now })
    case 'outbox':
      return { send: async ({ to, body }) => delivered(await writeToOutbox({ channel: 'SMS', to, body })) }
    case 'none':
      return { send: () => Promise.resolve(failed('SMS is not configured on this server.')) }
  }
}
