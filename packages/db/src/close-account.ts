import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Transaction } from './client.ts'
import { accounts, emailCodes, sessions, verifiedEmails } from './schema/accounts.ts'
import { apiTokens, oidcIdentities, passkeys, passwordResetCodes } from './schema/credentials.ts'
import { notifications, slackChannels, webhookSecrets } from './schema/notifications.ts'
import { devOutbox } from './schema/outbox.ts'
import { rateAlerts, rateSubscriptions } from './schema/rates.ts'
import { receivers } from './schema/receivers.ts'
import { schedules, tasks } from './schema/tasks.ts'

interface CloseAccount {
  accountId: string
  nowMs: number
}

/** All that opens an account, and all but its tasks and receivers that acts for it: what is bounded by its plan. */
const deletedAtOnce = [
  sessions,
  apiTokens,
  passkeys,
  oidcIdentities,
  passwordResetCodes,
  emailCodes,
  verifiedEmails,
  notifications,
  slackChannels,
  webhookSecrets,
  rateSubscriptions,
  rateAlerts,
] as const

/**
 * Ends an account at once: nobody is signed in to it any more, nothing of it runs or is taken, its address is free, and
 * who owned it cannot be read from it. What it has stored is then deleted by `deleteClosedAccount`. Gives the address that
 * it had; null where there is no such account.
 */
export const closeAccount = async (tx: Transaction, { accountId, nowMs }: CloseAccount): Promise<string | null> => {
  const [account] = await tx
    .select({ email: accounts.email })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNull(accounts.deletedAt)))
    .for('update')
  if (account === undefined) return null
  for (const table of deletedAtOnce) await tx.delete(table).where(eq(table.accountId, accountId))
  await tx.delete(devOutbox).where(eq(devOutbox.to, account.email))
  const ownTasks = tx.select({ id: tasks.id }).from(tasks).where(eq(tasks.accountId, accountId))
  await tx.update(schedules).set({ status: 'DISABLED', dueAt: null }).where(inArray(schedules.taskId, ownTasks))
  await tx.update(receivers).set({ status: 'DISABLED' }).where(eq(receivers.accountId, accountId))
  // No address has a colon before its @, so that nobody can sign in or up with this one.
  const email = `deleted:${accountId}`
  await tx
    .update(accounts)
    .set({ email, passwordHash: null, firstName: '', lastName: '', deletedAt: new Date(nowMs) })
    .where(eq(accounts.id, accountId))
  return account.email
}
