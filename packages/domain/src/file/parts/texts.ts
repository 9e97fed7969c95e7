import type { ChannelType } from '../../channels/channel-types.ts'
import { defaultTextsOf, type Occasion } from '../../channels/default-texts.ts'

export interface Texts {
  subject?: string | undefined
  message?: string | undefined
}

const textKeys: Partial<Record<ChannelType, { subject?: string; message: string }>> = {
  EMAIL: { subject: 'emailSubject', message: 'emailTemplate' },
  SMS: { message: 'smsTemplate' },
  SLACK: { message: 'messageTemplate' },
}

/** What a notification says where its file does not: the same as its dialog begins with. */
export function defaultTexts(type: ChannelType, occasion: Occasion): { subject: string; message: string } {
  const templates = defaultTextsOf(type, occasion)
  const { subject = '', message = '' } = textKeys[type] ?? {}
  return { subject: templates[subject] ?? '', message: templates[message] ?? '' }
}
