import type { When } from '../notifications/when.ts'
import type { ChannelDefinition } from './channel.ts'
import type { ChannelType } from './channel-types.ts'
import { channels } from './registry.ts'

/** Of what a notification is sent: an execution of a task, or what a receiver's `when` says. */
export type Occasion = 'task' | When['kind']

const names = {
  task: 'task',
  EACH_REQUEST: 'receiver',
  REQUEST: 'receiverAlert',
  HEARTBEAT: 'receiverHeartbeat',
} as const satisfies Record<Occasion, keyof ChannelDefinition['defaultTemplates']>

/** What a new notification says, by the form's keys. */
export const defaultTextsOf = (type: ChannelType, occasion: Occasion): Readonly<Record<string, string>> => {
  const { defaultTemplates }: ChannelDefinition = channels[type]
  return defaultTemplates[names[occasion]] ?? defaultTemplates.receiver ?? {}
}
