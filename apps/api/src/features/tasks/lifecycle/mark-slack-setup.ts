import { tasks } from '@knockwire/db/schema/tasks'
import { notFound } from '@knockwire/domain/errors'
import { and, eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../../context.ts'

/** Notes that the browser leaves for Slack: the draft is waited for. */
export const markSlackSetup = async (
  context: ApiContext,
  caller: Caller,
  { taskId }: { taskId: string },
): Promise<void> => {
  const now = new Date(context.now())
  const marked = await context.db
    .update(tasks)
    .set({ lastSlackSetupAt: now, updatedAt: now })
    .where(and(eq(tasks.id, taskId), eq(tasks.accountId, caller.accountId)))
    .returning({ id: tasks.id })
  if (marked.length === 0) throw notFound('task')
}
