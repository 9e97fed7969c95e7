import type { ChannelDefinition } from '../../channels/channel.ts'
import type { ChannelType } from '../../channels/channel-types.ts'
import { channels } from '../../channels/registry.ts'
import type { When } from '../../notifications/when.ts'

export interface Texts {
  subject?: string | undefined
  message?: string | undefined
}

/** Of what a notification is sent: a run of a task, or what a receiver's `when` says. */
export type Occasion = 'task' | When['kind']

const templatesOf = {
  task: 'task',
  EACH_REQUEST: 'receiver',
  REQUEST: 'receiverAlert',
  HEARTBEAT: 'receiverHeartbeat',
} as const satisfies Record<Occasion, keyof ChannelDefinition['defaultTemplates']>

const textKeys: Partial<Record<ChannelType, { subject?: string; message: string }>> = {
  EMAIL: { subject: 'emailSubject', message: 'emailTemplate' },
  SMS: { message: 'smsTemplate' },
  SLACK: { message: 'messageTemplate' },
}

/** What a notification says where its file does not: the same as its dialog begins with. */
export function defaultTexts(type: ChannelType, occasion: Occasion): { subject: string; message: string } {
  const { defaultTemplates }: ChannelDefinition = channels[type]
  const templates = defaultTemplates[templatesOf[occasion]] ?? defaultTemplates.receiver ?? {}
  const { subject = '', message = '' } = textKeys[type] ?? {}
  return { subject: templates[subject] ?? '', message: templates[message] ?? '' }
}
