import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { tasks } from '@knockwire/db/schema/tasks'
import { notFound } from '@knockwire/domain/errors'
import { and, eq } from 'drizzle-orm'
import type { Caller } from '../../context.ts'

/** Throws where the caller has no such task. */
export const requireTask = async (db: DatabaseOrTransaction, { accountId }: Caller, taskId: string): Promise<void> => {
  const mine = and(eq(tasks.id, taskId), eq(tasks.accountId, accountId))
  const found = await db.select({ id: tasks.id }).from(tasks).where(mine)
  if (found.length === 0) throw notFound('task')
}
