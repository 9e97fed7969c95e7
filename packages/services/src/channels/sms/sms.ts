import { maxSmsLength } from '@knockwire/domain/channels/sms/sms'
import { type Channel, failed, type SettingOf } from '../channel.ts'

const northAmerican = /^\+1\d{10}$/

/** A text to a phone in the US or Canada. */
export const sms: Channel<SettingOf<'SMS'>> = {
  concurrency: 8,
  send: async (message, { fill, smsSender }) => {
    const { phoneNumber, template } = message.setting.sms
    if (!northAmerican.test(phoneNumber)) return failed('Texts are sent to numbers of the US and Canada only.')
    const filled = await fill(message, [{ text: template, target: 'text' }])
    if (filled.kind === 'failed') return filled
    const body = cut(withoutControls(filled.texts[0] ?? ''))
    if (body === '') return failed('The text is empty.')
    return smsSender.send({ deliveryId: message.deliveryId, to: phoneNumber, body })
  },
}

const cut = (text: string) => (text.length > maxSmsLength ? `${text.slice(0, maxSmsLength - 1).toWellFormed()}…` : text)

/** Line breaks stay, other control characters have no place in a text. */
const withoutControls = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
