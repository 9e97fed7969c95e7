import { toNorthAmericanNumber } from '@knockwire/domain/channels/sms/phone-number'
import { maxSmsLength, smsEnd } from '@knockwire/domain/channels/sms/sms'
import { shorten } from '@knockwire/domain/text/shorten'
import type { SmsSetting } from '@knockwire/domain/channels/sms/sms-setting'
import { type Channel, errorsOf, failed, markTest, type SettingOf } from '../channel.ts'
import { createSmsSender } from './sms-sender.ts'

const northAmerican = /^\+1\d{10}$/

/** Line breaks stay, other control characters and halves of characters have no place in a text message. */
const withoutControls = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .toWellFormed()
    .trim()

const numberError = (typed: string) =>
  typed.trim() === '' ? 'Enter a phone number.' : 'Enter a US or Canadian phone number with ten digits.'

/** A text message to a phone in the US or Canada. */
export const sms: Channel<SettingOf<'SMS'>, SmsSetting, SmsSetting> = {
  concurrency: 8,
  openSender: (dependencies) => {
    const sender = createSmsSender(dependencies)
    return async (message) => {
      const { phoneNumber, template } = message.setting.sms
      if (!northAmerican.test(phoneNumber)) return failed('Text messages can be sent to US and Canadian numbers only.')
      const filled = await dependencies.fill(message, [{ text: template, target: 'text' }])
      if (filled.kind === 'failed') return filled
      const body = shorten(markTest(message, withoutControls(filled.texts[0] ?? '')), maxSmsLength, smsEnd)
      if (withoutControls(filled.texts[0] ?? '') === '') return failed('The text message is empty.')
      return sender.send({ deliveryId: message.deliveryId, to: phoneNumber, body })
    }
  },
  readSetting: async (_scope, { countryCode, phoneNumber, template }) => {
    const number = toNorthAmericanNumber(phoneNumber)
    return {
      setting: { type: 'SMS', sms: { countryCode, phoneNumber: number ?? phoneNumber, template } },
      errors: errorsOf({ smsPhoneNumber: number === null ? numberError(phoneNumber) : null }),
    }
  },
  viewSetting: (setting) => setting.sms,
  recipientOf: (setting) => setting.sms.phoneNumber,
  templatePaths: [['sms', 'template']],
  rejectionOf: null,
}
