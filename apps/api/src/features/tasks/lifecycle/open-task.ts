import { tasks } from '@knockwire/db/schema/tasks'
import { notFound } from '@knockwire/domain/errors'
import { and, eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../../context.ts'

/** Notes that its owner has opened the task; a draft that is looked at is not cleaned away. */
export const openTask = async (context: ApiContext, caller: Caller, { taskId }: { taskId: string }): Promise<void> => {
  const now = new Date(context.now())
  const opened = await context.db
    .update(tasks)
    .set({ lastOpenedAt: now, updatedAt: now })
    .where(and(eq(tasks.id, taskId), eq(tasks.accountId, caller.accountId)))
    .returning({ id: tasks.id })
  if (opened.length === 0) throw notFound('task')
}
