import { deleteOldestRequests } from '../receivers/delete-receiver.ts'
import { disableSchedulesOf } from '../schedules/schedule.ts'
import { deleteOldestExecutions, deleteTasks } from '../tasks/delete-tasks.ts'
import { and, asc, eq, inArray, isNotNull, isNull, like, notExists } from 'drizzle-orm'
import type { DatabaseOrTransaction, Transaction } from '@knockwire/db/client'
import { accounts, emailCodes, verifiedEmails } from '@knockwire/db/schema/accounts'
import { rateWindows } from '@knockwire/db/schema/limits'
import { notifications, slackChannels, webhookSecrets } from '@knockwire/db/schema/notifications'
import { deactivationsToMail, networkOutageAccounts } from '@knockwire/db/schema/outages'
import { devOutbox } from '@knockwire/db/schema/outbox'
import { accountSecrets, projects } from '@knockwire/db/schema/projects'
import { rateAlerts, rateSubscriptions } from '@knockwire/db/schema/rates'
import { receiverCounters, receivers } from '@knockwire/db/schema/receivers'
import { tasks } from '@knockwire/db/schema/tasks'
import { memberships, users } from '@knockwire/db/schema/users'
import { deleteEventsOf } from '../audit/delete-events.ts'

interface CloseAccount {
  accountId: string
  nowMs: number
}

/** All but its tasks and receivers that acts for it: what is bounded by its plan. */
const deletedAtOnce = [
  emailCodes,
  verifiedEmails,
  notifications,
  slackChannels,
  webhookSecrets,
  accountSecrets,
  projects,
  rateSubscriptions,
  rateAlerts,
] as const

/** Ends who works in an account, and with that its sessions and tokens; who has no other account is deleted. Gives the addresses of these. */
const endMemberships = async (tx: Transaction, accountId: string): Promise<string[]> => {
  const ended = await tx
    .delete(memberships)
    .where(eq(memberships.accountId, accountId))
    .returning({ userId: memberships.userId })
  const ids = ended.map(({ userId }) => userId)
  const others = tx.select({ id: memberships.userId }).from(memberships).where(eq(memberships.userId, users.id))
  const deleted = await tx
    .delete(users)
    .where(and(inArray(users.id, ids), notExists(others)))
    .returning({ email: users.email })
  return deleted.map(({ email }) => email)
}

/**
 * Ends an account at once: nobody works in it any more, nothing of it runs or is taken. People who have no other account go
 * with it, and their addresses are free. What it has stored is then deleted by `deleteClosedAccount`. False where there is
 * no such account.
 */
export const closeAccount = async (tx: Transaction, { accountId, nowMs }: CloseAccount): Promise<boolean> => {
  const [account] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNull(accounts.deletedAt)))
    .for('update')
  if (account === undefined) return false
  const addresses = await endMemberships(tx, accountId)
  for (const table of deletedAtOnce) await tx.delete(table).where(eq(table.accountId, accountId))
  await tx.delete(devOutbox).where(inArray(devOutbox.to, addresses))
  await disableSchedulesOf(tx, accountId)
  // After the schedules, in the order in which an ending run writes them.
  for (const table of [networkOutageAccounts, deactivationsToMail])
    await tx.delete(table).where(eq(table.accountId, accountId))
  await tx.update(receivers).set({ status: 'DISABLED' }).where(eq(receivers.accountId, accountId))
  await tx
    .update(accounts)
    .set({ name: '', deletedAt: new Date(nowMs) })
    .where(eq(accounts.id, accountId))
  return true
}

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
  const events = await deleteEventsOf(tx, [account.id], rowsAtOnce)
  if (events > 0) return events
  await tx.delete(rateWindows).where(like(rateWindows.key, `%${account.id}%`))
  await tx.delete(accounts).where(eq(accounts.id, account.id))
  return 1
}

const deleteOfTask = async (tx: DatabaseOrTransaction, taskId: string, limit: number): Promise<number> => {
  const deleted = await deleteOldestExecutions(tx, taskId, limit)
  if (deleted === limit) return deleted
  await deleteTasks(tx, [taskId])
  return deleted + 1
}

/** The counters go first, so that no request that is in flight is recorded afterwards. */
const deleteOfReceiver = async (tx: DatabaseOrTransaction, receiverId: string, limit: number): Promise<number> => {
  await tx.delete(notifications).where(eq(notifications.receiverId, receiverId))
  await tx.delete(receiverCounters).where(eq(receiverCounters.receiverId, receiverId))
  const deleted = await deleteOldestRequests(tx, receiverId, limit)
  if (deleted < limit) await tx.delete(receivers).where(eq(receivers.id, receiverId))
  return deleted + 1
}
