import { channelTypes, receiverChannelTypes, type ChannelType } from '@knockwire/domain/channels/channel-types'
import type { Expectation } from '@knockwire/domain/heartbeats/expectation'
import type {
  NotificationView,
  ReceiverNotificationView,
  SaveNotificationInput,
  SaveReceiverNotificationInput,
} from '@knockwire/domain/notifications/notification'
import type { z } from 'zod'
import type { SchedulerInput } from '@knockwire/domain/schedules/scheduler'
import type { TypedReceiver, TypedTask } from '@knockwire/domain/notifications/preview'
import { receiverVariables, taskVariables, type TemplateVariable } from '@knockwire/domain/templates/variables'
import { loadFormSchemas, type LoadSchema, schemaOf } from '../../lib/api/schemas.ts'
import type { Owner } from '../../lib/api/query-keys.ts'

/** The task or receiver that a notification belongs to. */
export interface NotificationOwner extends Owner {
  /** A receiver as its page's form shows it, for the preview. */
  typed?: TypedReceiver | undefined
  /** Likewise a task. */
  typedTask?: TypedTask | undefined
  /** How a receiver expects calls, as its page's form shows it; null where it expects none. */
  expectationMode?: Expectation['mode'] | null
  /** When the task runs, as it is saved. */
  scheduler?: SchedulerInput | undefined
}

interface OwnerKind {
  path: string
  idKey: 'taskId' | 'receiverId'
  list: LoadSchema<{ results: (NotificationView | ReceiverNotificationView)[] }>
  view: LoadSchema<NotificationView | ReceiverNotificationView>
  /** Loads what its form is checked by. */
  loadSaveInput: () => Promise<z.ZodType<SaveNotificationInput | SaveReceiverNotificationInput>>
  channelTypes: readonly ChannelType[]
  variables: readonly TemplateVariable[]
  /** What its notifications are for. */
  lead: string
  /** What the preview is rendered from. */
  previewOf: { newest: string; example: string }
}

/** All in which the notifications of tasks and receivers differ, besides that those of receivers may have no rule. */
const kinds: Readonly<Record<Owner['kind'], OwnerKind>> = {
  task: {
    path: '/api/v1/notifications',
    idKey: 'taskId',
    list: schemaOf('NotificationList'),
    view: schemaOf('NotificationView'),
    loadSaveInput: async () => (await loadFormSchemas()).SaveNotificationInput,
    channelTypes,
    variables: taskVariables,
    lead: 'Get notified when an execution meets a condition.',
    previewOf: {
      newest: 'With values of the latest execution',
      example: 'With example values that meet the condition, until there is an execution',
    },
  },
  receiver: {
    path: '/api/v1/receiver-notifications',
    idKey: 'receiverId',
    list: schemaOf('ReceiverNotificationList'),
    view: schemaOf('ReceiverNotificationView'),
    loadSaveInput: async () => (await loadFormSchemas()).SaveReceiverNotificationInput,
    channelTypes: receiverChannelTypes,
    variables: receiverVariables,
    lead: 'Get notified of every new request, of those that meet a condition, or when expected calls are missing.',
    previewOf: {
      newest: 'With values of the latest request',
      example: 'With example values, until there is a request',
    },
  },
}

export const kindOf = ({ kind }: Owner): OwnerKind => kinds[kind]
