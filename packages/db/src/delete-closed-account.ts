import { asc, eq, isNotNull, like, sql } from 'drizzle-orm'
import type { DatabaseOrTransaction } from './client.ts'
import { deleteTasks } from './delete-tasks.ts'
import { accounts } from './schema/accounts.ts'
import { executions } from './schema/executions.ts'
import { rateWindows } from './schema/limits.ts'
import { notifications } from './schema/notifications.ts'
import { receivedRequests, receiverGates, receivers } from './schema/receivers.ts'
import { tasks } from './schema/tasks.ts'

/**
 * Deletes some of what a closed account has stored, at most `rowsAtOnce` of its histories, the account itself last; gives
 * how many rows, 0 where no closed account is left. How far it has come is in what is still there, so that it goes on
 * after any interruption.
 */
export const deleteClosedAccount = async (tx: DatabaseOrTransaction, rowsAtOnce: number): Promise<number> => {
  const [account] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(isNotNull(accounts.deletedAt))
    .orderBy(asc(accounts.deletedAt))
    .limit(1)
  if (account === undefined) return 0
  const [task] = await tx.select({ id: tasks.id }).from(tasks).where(eq(tasks.accountId, account.id)).limit(1)
  if (task !== undefined) return deleteOfTask(tx, task.id, rowsAtOnce)
  const ofAccount = eq(receivers.accountId, account.id)
  const [receiver] = await tx.select({ id: receivers.id }).from(receivers).where(ofAccount).limit(1)
  if (receiver !== undefined) return deleteOfReceiver(tx, receiver.id, rowsAtOnce)
  await tx.delete(rateWindows).where(like(rateWindows.key, `%${account.id}%`))
  await tx.delete(accounts).where(eq(accounts.id, account.id))
  return 1
}

/** Locked first, and deleted by a statement of its own, as in `deleteTasks`: a run that is ending is waited for. */
const deleteOfTask = async (tx: DatabaseOrTransaction, taskId: string, limit: number): Promise<number> => {
  const locked = await tx
    .select({ id: executions.id })
    .from(executions)
    .where(eq(executions.taskId, taskId))
    .orderBy(executions.id)
    .limit(limit)
    .for('update')
  if (locked.length < limit) {
    await deleteTasks(tx, [taskId])
    return locked.length + 1
  }
  await tx.execute(sql`
    with to_delete as (select unnest(${sql.param(locked.map(({ id }) => id))}::uuid[]) as id),
      deleted_deliveries as (delete from deliveries using to_delete where subject_id = to_delete.id),
      deleted_details as (delete from execution_details using to_delete where execution_id = to_delete.id)
    delete from executions using to_delete where executions.id = to_delete.id`)
  return locked.length
}

/** The counters go first, so that no request that is in flight is recorded afterwards. */
const deleteOfReceiver = async (tx: DatabaseOrTransaction, receiverId: string, limit: number): Promise<number> => {
  await tx.delete(notifications).where(eq(notifications.receiverId, receiverId))
  await tx.delete(receiverGates).where(eq(receiverGates.receiverId, receiverId))
  const { rowCount } = await tx.execute(sql`
    with to_delete as (
      select id from ${receivedRequests} where receiver_id = ${receiverId} order by id limit ${limit}
    ), deleted_deliveries as (
      delete from deliveries using to_delete where subject_id = to_delete.id
    )
    delete from ${receivedRequests} using to_delete where ${receivedRequests}.id = to_delete.id`)
  const deleted = rowCount ?? 0
  if (deleted < limit) await tx.delete(receivers).where(eq(receivers.id, receiverId))
  return deleted + 1
}
