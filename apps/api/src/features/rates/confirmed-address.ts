import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { accounts, verifiedEmails } from '@knockwire/db/schema/accounts'
import { and, eq, isNull } from 'drizzle-orm'

/** Whether the account's own address may be written to: confirmed, and not unsubscribed since. */
export const hasConfirmedAddress = async (db: DatabaseOrTransaction, accountId: string): Promise<boolean> => {
  const isOwn = and(eq(verifiedEmails.accountId, accounts.id), eq(verifiedEmails.address, accounts.email))
  const rows = await db
    .select({ id: accounts.id })
    .from(accounts)
    .innerJoin(verifiedEmails, isOwn)
    .where(and(eq(accounts.id, accountId), isNull(verifiedEmails.unsubscribedAt)))
  return rows.length > 0
}
