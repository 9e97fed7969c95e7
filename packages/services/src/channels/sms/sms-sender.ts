import type { SmsSettings } from '../../settings/sms-settings.ts'
import { delivered, failed, type SendOutcome } from '../channel.ts'
import { createTwilioSender } from './twilio-client.ts'

export interface Sms {
  /** Of the delivery that it is; the same at each attempt. */
  deliveryId: string
  /** E.164. */
  to: string
  body: string
}

export interface SmsSender {
  send: (text: Sms) => Promise<SendOutcome>
}

/** Puts a text where a developer reads it, and gives its id. */
export type WriteToOutbox = (text: Sms) => Promise<string>

export interface SmsSenderOptions {
  publicOrigin: string
  timeoutMs: number
  now: () => number
  writeToOutbox: WriteToOutbox
}

export const createSmsSender = (
  settings: SmsSettings,
  { publicOrigin, timeoutMs, now, writeToOutbox }: SmsSenderOptions,
): SmsSender => {
  switch (settings.kind) {
    case 'twilio':
      return createTwilioSender(settings, { statusUrl: `${publicOrigin}/api/v1/twilio/status`, timeoutMs, now })
    case 'outbox':
      return { send: async (text) => delivered(await writeToOutbox(text)) }
    case 'none':
      return { send: () => Promise.resolve(failed('SMS is not configured on this server.')) }
  }
}
