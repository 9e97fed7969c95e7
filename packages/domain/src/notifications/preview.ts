import { z } from 'zod'
import { templateKeys } from '../channels/templates.ts'
import { Condition, RequestCondition } from '../conditions/condition.ts'
import { Id } from '../id.ts'
import { NotificationType } from './deliveries/delivery.ts'
import { longestName } from '../text/names.ts'
import { SaveReceiverInput } from '../receivers/receiver.ts'
import { requestLimits } from '../requests/request-rules.ts'

/** The templates of the dialogs, by the keys under which their errors are shown. */
export const PreviewField = z.enum(templateKeys)
export type PreviewField = z.infer<typeof PreviewField>

const templates = z.partialRecord(PreviewField, z.string().max(requestLimits.bodyLength))

/** As far as it is typed: nothing in it needs to be complete. */
export const PreviewNotificationInput = z.strictObject({
  taskId: Id,
  condition: Condition,
  /** The task as its page's form shows it, saved or not. What is not given is as it is saved. */
  task: z
    .strictObject({ name: z.string().trim().max(longestName).nullable(), uri: z.string().max(requestLimits.uriLength) })
    .partial()
    .optional(),
  templates,
})
export type PreviewNotificationInput = z.infer<typeof PreviewNotificationInput>

export type TypedTask = NonNullable<PreviewNotificationInput['task']>

/** A receiver as its page's form shows it, saved or not. What is not given is as it is saved. */
export const TypedReceiver = z.strictObject({
  name: SaveReceiverInput.shape.name.exactOptional(),
  responseCode: z.number().int().exactOptional(),
  responseBody: SaveReceiverInput.shape.responseBody.unwrap().exactOptional(),
})
export type TypedReceiver = z.infer<typeof TypedReceiver>

export const PreviewReceiverNotificationInput = z.strictObject({
  receiverId: Id,
  receiver: TypedReceiver.optional(),
  /** Of a notification that is not sent for each request. */
  condition: RequestCondition.optional(),
  /** Of one that is about the receiver's heartbeat. */
  isOfHeartbeat: z.boolean().optional(),
  templates,
})
export type PreviewReceiverNotificationInput = z.infer<typeof PreviewReceiverNotificationInput>

/** Of the two the one that is null has nothing to say. */
export const PreviewedText = z.object({ text: z.string().nullable(), error: z.string().nullable() })
export type PreviewedText = z.infer<typeof PreviewedText>

/** How the condition is decided on the newest execution, an explanation for each operand. */
export const PreviewedVerdict = z.object({
  kind: z.enum(['met', 'unmet', 'invalid']),
  holds: z.boolean(),
  reasons: z.array(z.string()),
  /** Whether each of them is met, in the same order. */
  reasonsMet: z.array(z.boolean()),
  /** Which alternative each of them is of, counted from 0; left out where there is only one. */
  alternatives: z.array(z.number().int()).optional(),
})

export const PreviewView = z.object({
  /** The execution or received request that the texts are about; null: there is none yet, and examples stand in. */
  subjectId: Id.nullable(),
  /** Null where no execution has ended yet, for receivers, and for a condition that could not be saved. */
  verdict: PreviewedVerdict.nullable(),
  texts: z.partialRecord(PreviewField, PreviewedText),
})
export type PreviewView = z.infer<typeof PreviewView>

export const PreviewExecutionInput = z.strictObject({ taskId: Id, executionId: Id })
export type PreviewExecutionInput = z.infer<typeof PreviewExecutionInput>

/** What a notification of a task makes of one execution, whether or not it was sent. `texts` is empty where it is not met. */
export const ExecutionPreview = z.object({
  notificationId: Id,
  type: NotificationType,
  recipient: z.string(),
  verdict: PreviewedVerdict.nullable(),
  texts: PreviewView.shape.texts,
})
export type ExecutionPreview = z.infer<typeof ExecutionPreview>

export const ExecutionPreviewList = z.object({ results: z.array(ExecutionPreview) })
export type ExecutionPreviewList = z.infer<typeof ExecutionPreviewList>
