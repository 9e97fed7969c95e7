import { accounts, verifiedEmails } from '@knockwire/db/schema/accounts'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'

export type AccountRow = typeof accounts.$inferSelect

export const findAccount = async ({ db }: ApiContext, accountId: string): Promise<AccountRow | undefined> => {
  const [account] = await db.select().from(accounts).where(eq(accounts.id, accountId))
  return account
}

/** Those that may still be sent to, the oldest first. */
export const listVerifiedEmails = async ({ db }: ApiContext, accountId: string): Promise<string[]> => {
  const { accountId: owner, address, verifiedAt, unsubscribedAt } = verifiedEmails
  const rows = await db
    .select({ address })
    .from(verifiedEmails)
    .where(and(eq(owner, accountId), isNull(unsubscribedAt)))
    .orderBy(asc(verifiedAt), asc(address))
  return rows.map((row) => row.address)
}
