import { z } from 'zod'
import { settingViews } from '../channels/settings.ts'
import { BookmarkSource } from '../charts/chart.ts'
import { Condition } from '../conditions/condition.ts'
import { Id } from '../id.ts'
import { pageOf } from '../page.ts'
import { NotificationType } from '../notifications/deliveries/delivery.ts'
import { Firing } from '../notifications/firing.ts'
import { When } from '../notifications/when.ts'
import { RequestTargetView } from '../requests/request-target.ts'
import { ReceiverView } from '../receivers/receiver.ts'
import { SchedulerView } from '../schedules/scheduler.ts'
import { TaskView } from '../tasks/task.ts'
import { SlackSettingInput } from '../channels/slack/slack-setting.ts'
import { KeptSecret } from './definition.ts'
import { DefinedState } from './key.ts'

/**
 * Secret values are `{"secret": true}`, unless they are references such as `Bearer ${secret:TOKEN}`. Sent back so, the stored value
 * stays.
 */
const DefinedRequestView = z.object({
  target: RequestTargetView.extend({
    headers: z.array(z.tuple([z.string(), z.union([z.string(), KeptSecret])])),
    basicAuth: RequestTargetView.shape.basicAuth
      .omit({ passwordSet: true })
      .extend({ password: z.union([z.string(), KeptSecret]).optional() }),
  }),
})

/** Of every channel: what a definition sends of it. */
const { slackSetting: _slack, request: _request, ...plainSettings } = settingViews
const settings = {
  ...plainSettings,
  slackSetting: SlackSettingInput.optional(),
  request: DefinedRequestView.optional(),
}

/** `id`: of one without a key. */
const reference = { key: z.string().nullable(), id: Id.optional() }

export const TaskNotificationDefinitionView = z.object({
  ...reference,
  type: NotificationType,
  condition: Condition,
  firing: Firing,
  ...settings,
})

export const ReceiverNotificationDefinitionView = z.object({
  ...reference,
  type: NotificationType,
  when: When,
  ...settings,
})

export const ChartDefinitionView = z.object({
  ...reference,
  name: z.string(),
  source: BookmarkSource,
  property: z.string(),
})

/** A whole task, as its definition would be written today. A PUT takes it, and changes nothing by it. */
export const TaskDefinitionView = TaskView.omit({
  status: true,
  lastOpenedAt: true,
  notificationCount: true,
}).extend({
  state: DefinedState,
  scheduler: SchedulerView.omit({ status: true, disabledReason: true, nextExecutionDate: true }),
  request: DefinedRequestView,
  notifications: z.array(TaskNotificationDefinitionView),
  charts: z.array(ChartDefinitionView),
})
export type TaskDefinitionView = z.infer<typeof TaskDefinitionView>

/** The same of a receiver. */
export const ReceiverDefinitionView = ReceiverView.omit({ status: true, isDraft: true, heartbeat: true }).extend({
  state: DefinedState,
  notifications: z.array(ReceiverNotificationDefinitionView),
})
export type ReceiverDefinitionView = z.infer<typeof ReceiverDefinitionView>

/** Whole tasks or receivers, those that were created first before the others. */
export const TaskDefinitionPage = pageOf(TaskDefinitionView)
export type TaskDefinitionPage = z.infer<typeof TaskDefinitionPage>
export const ReceiverDefinitionPage = pageOf(ReceiverDefinitionView)
export type ReceiverDefinitionPage = z.infer<typeof ReceiverDefinitionPage>

export const DefinitionListQuery = z.strictObject({
  page: z.coerce.number().int().min(0).default(0),
  size: z.coerce.number().int().min(1).max(100).default(100),
})

/** `dryRun`: the patch is checked as if it were saved, the response is what would be stored, and nothing changes. */
export const PatchQuery = z.strictObject({ dryRun: z.stringbool().default(false) })
