import { z } from 'zod'
import { CreateChartInput } from '../charts/chart.ts'
import { SlackSettingInput } from '../channels/slack/slack-setting.ts'
import { Id } from '../id.ts'
import { completeReceiverTexts } from '../channels/settings.ts'
import { receiverNotificationShape, SaveNotificationInput } from '../notifications/notification.ts'
import { requestLimits } from '../requests/request-rules.ts'
import { BasicAuthInput, RequestTargetInput, withImpliedMethod } from '../requests/request-target.ts'
import { SaveReceiverInput } from '../receivers/receiver.ts'
import { SaveTaskInput } from '../tasks/task.ts'
import { DefinedState, Description, Key, Labels } from './key.ts'

/** A value that is stored and not shown. Sent back, the stored value stays. */
export const KeptSecret = z.strictObject({ secret: z.literal(true) })
export type KeptSecret = z.infer<typeof KeptSecret>

const HeaderValue = z.union([z.string(), KeptSecret])

export const DefinedHeaders = z
  .union([
    z.array(z.tuple([z.string(), HeaderValue])),
    z.record(z.string(), HeaderValue).transform((headers) => Object.entries(headers)),
  ])
  .refine(
    (headers) => headers.length <= requestLimits.headerCount,
    `A request has at most ${requestLimits.headerCount} headers.`,
  )

/**
 * A request as a definition writes it. In `uri`, headers, `body` and password, `${secret:NAME}` stands for a secret of the
 * account, which is put in when the request is sent; in `uri` only behind the host, and there as one component. `$${secret:NAME}`
 * is that text itself, and any other `${` has no meaning.
 */
export const DefinedRequest = z.strictObject({
  target: z.preprocess(
    withImpliedMethod,
    RequestTargetInput.extend({
      headers: DefinedHeaders.default([]),
      basicAuth: BasicAuthInput.extend({
        password: z.union([BasicAuthInput.shape.password.unwrap(), KeptSecret]).optional(),
      }).default({ status: 'DISABLED', username: '' }),
    }),
  ),
})
export type DefinedRequest = z.infer<typeof DefinedRequest>

/** An object of a task or receiver is found by its key; one that was made by hand has none, and is found by its id. */
const reference = { key: Key.nullable().default(null), id: Id.optional() }

const described = {
  description: Description.nullable().default(null),
  labels: Labels.default({}),
  /** Left out: ACTIVE for what is new, and as it is for what exists. */
  state: DefinedState.optional(),
}

/** By the id of a connected Slack channel, or by its name: `#ops`, or `Acme/#ops` where several workspaces have one. */
const namedChannel = {
  channelId: SlackSettingInput.shape.channelId.optional(),
  channel: z.string().min(1).max(200).optional(),
}

/** A notification of a task. The setting of `type` is required, and no other is accepted. */
export const TaskNotificationDefinition = SaveNotificationInput.omit({ taskId: true, version: true }).extend({
  ...reference,
  slackSetting: SaveNotificationInput.shape.slackSetting.unwrap().extend(namedChannel).optional(),
  request: DefinedRequest.optional(),
})
export type TaskNotificationDefinition = z.infer<typeof TaskNotificationDefinition>

export const ReceiverNotificationDefinition = z
  .strictObject({
    ...receiverNotificationShape,
    ...reference,
    slackSetting: receiverNotificationShape.slackSetting.unwrap().extend(namedChannel).optional(),
    request: DefinedRequest.optional(),
  })
  .overwrite(completeReceiverTexts)
export type ReceiverNotificationDefinition = z.infer<typeof ReceiverNotificationDefinition>

export const ChartDefinition = CreateChartInput.omit({ taskId: true }).extend(reference)
export type ChartDefinition = z.infer<typeof ChartDefinition>

/** A whole task. `notifications` or `charts` left out: those of one that exists stay as they are. */
export const TaskDefinition = SaveTaskInput.omit({ version: true, status: true, request: true }).extend({
  ...described,
  request: DefinedRequest,
  notifications: z.array(TaskNotificationDefinition).optional(),
  charts: z.array(ChartDefinition).optional(),
})
export type TaskDefinition = z.infer<typeof TaskDefinition>

/** A whole receiver. `notifications` left out: those of one that exists stay as they are. */
export const ReceiverDefinition = SaveReceiverInput.omit({ version: true, status: true }).extend({
  ...described,
  notifications: z.array(ReceiverNotificationDefinition).optional(),
})
export type ReceiverDefinition = z.infer<typeof ReceiverDefinition>

/** For calls about one object, whose address may have the key. */
const ownKey = { key: Key.nullable().optional() }
export const PutTaskInput = TaskDefinition.extend(ownKey)
export type PutTaskInput = z.infer<typeof PutTaskInput>
export const PutReceiverInput = ReceiverDefinition.extend(ownKey)
export type PutReceiverInput = z.infer<typeof PutReceiverInput>
