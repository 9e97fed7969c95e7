import { executions } from '@knockwire/db/schema/executions'
import { defaultCondition } from '@knockwire/domain/conditions/condition-rules'
import { templatesOf } from '@knockwire/domain/channels/templates'
import type {
  ExecutionPreview,
  ExecutionPreviewList,
  PreviewExecutionInput,
} from '@knockwire/domain/notifications/preview'
import { notFound } from '@knockwire/domain/errors'
import { viewSetting } from '@knockwire/services/channels/settings'
import { and, eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../../context.ts'
import { loadNotifications } from '../notifications.ts'
import type { NotificationRow } from '../owner.ts'
import { renderPreview } from '../preview.ts'
import { subjectOfExecution } from './subject-of-task.ts'
import { taskOwner } from './task-owner.ts'

/**
 * What each of the task's notifications makes of an execution, such as a test that sent none of them. One after the other:
 * each may take a turn in the sandbox. None where the execution has not ended, or says nothing about the target.
 */
export const previewExecution = async (
  context: ApiContext,
  caller: Caller,
  { taskId, executionId }: PreviewExecutionInput,
): Promise<ExecutionPreviewList> => {
  const rows = await loadNotifications(context, caller, taskOwner, { taskId })
  await requireExecution(context, { taskId, executionId })
  const results: ExecutionPreview[] = []
  for (const row of rows) {
    const preview = await previewOf(context, caller, row, { taskId, executionId })
    if (preview !== null) results.push(preview)
  }
  return { results }
}

const requireExecution = async ({ db }: ApiContext, { taskId, executionId }: PreviewExecutionInput) => {
  const ofTask = and(eq(executions.id, executionId), eq(executions.taskId, taskId))
  const found = await db.select({ id: executions.id }).from(executions).where(ofTask)
  if (found.length === 0) throw notFound('execution')
}

const previewOf = async (
  context: ApiContext,
  caller: Caller,
  { notification, channel }: NotificationRow,
  subjectOf: PreviewExecutionInput,
): Promise<ExecutionPreview | null> => {
  const { id, type, setting, condition } = notification
  const subject = await subjectOfExecution(context, caller, { ...subjectOf, condition: condition ?? defaultCondition })
  if (subject === null) return null
  const { recipient, ...view } = viewSetting(setting, { secrets: context.secrets, slackChannel: channel })
  const { verdict, texts } = await renderPreview(context, caller, templatesOf({ type, ...view }), subject)
  return { notificationId: id, type, recipient, verdict, texts: verdict?.holds === true ? texts : {} }
}
