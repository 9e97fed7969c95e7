import type { TextSettings } from '../../provider-settings.ts'
import { delivered, failed, type SendOutcome } from '../channel.ts'
import { createTwilioTexter } from './twilio-texter.ts'

export interface Text {
  /** Of the delivery that it is; the same at each attempt. */
  deliveryId: string
  /** E.164. */
  to: string
  body: string
}

export interface Texter {
  send: (text: Text) => Promise<SendOutcome>
}

/** Puts a text where a developer reads it, and gives its id. */
export type PutInOutbox = (text: Text) => Promise<string>

export interface TexterTools {
  publicOrigin: string
  timeoutMs: number
  now: () => number
  putInOutbox: PutInOutbox
}

export const createTexter = (
  settings: TextSettings,
  { publicOrigin, timeoutMs, now, putInOutbox }: TexterTools,
): Texter => {
  switch (settings.kind) {
    case 'twilio':
      return createTwilioTexter(settings, { statusUrl: `${publicOrigin}/api/v1/twilio/status`, timeoutMs, now })
    case 'outbox':
      return { send: async (text) => delivered(await putInOutbox(text)) }
    case 'none':
      return { send: () => Promise.resolve(failed('SMS is not configured on this server.')) }
  }
}
