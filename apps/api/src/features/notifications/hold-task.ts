import type { Transaction } from '@knockwire/db/client'
import { tasks } from '@knockwire/db/schema/tasks'
import { notFound } from '@knockwire/domain/errors'
import { and, eq } from 'drizzle-orm'
import type { Caller } from '../../context.ts'

/** Keeps the task, or draft, as it is until the transaction ends. Its schedule goes on: runs need not wait. */
export const holdTask = async (tx: Transaction, { accountId }: Caller, taskId: string): Promise<void> => {
  const held = await tx
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.id, taskId), eq(tasks.accountId, accountId)))
    .for('no key update')
  if (held.length === 0) throw notFound('task')
}
