import { receivers } from '@knockwire/db/schema/receivers'
import { tasks } from '@knockwire/db/schema/tasks'
import { notFound } from '@knockwire/domain/errors'
import type { SlackDialog } from '@knockwire/domain/channels/slack/slack-dialog'
import { receiverPagePath } from '@knockwire/domain/receivers/receiver-links'
import { and, eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'

/** The path of the page that a dialog stands on. Throws where the caller has no such task, draft or receiver. */
export const dialogPage = async (
  context: ApiContext,
  caller: Caller,
  { taskId, receiverId }: SlackDialog,
): Promise<string> =>
  taskId === undefined ? receiverPage(context, caller, receiverId ?? '') : taskPage(context, caller, taskId)

const taskPage = async ({ db }: ApiContext, { accountId }: Caller, taskId: string) => {
  const mine = and(eq(tasks.id, taskId), eq(tasks.accountId, accountId))
  const [task] = await db.select({ isDraft: tasks.isDraft }).from(tasks).where(mine)
  if (task === undefined) throw notFound('task')
  return `/dashboard/${task.isDraft ? 'drafts' : 'tasks'}/${taskId}`
}

const receiverPage = async ({ db }: ApiContext, { accountId }: Caller, receiverId: string) => {
  const mine = and(eq(receivers.id, receiverId), eq(receivers.accountId, accountId))
  const found = await db.select({ id: receivers.id }).from(receivers).where(mine)
  if (found.length === 0) throw notFound('receiver')
  return receiverPagePath(receiverId)
}
