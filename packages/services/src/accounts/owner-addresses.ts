import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { verifiedEmails } from '@knockwire/db/schema/accounts'
import { accountOwners, memberships, users } from '@knockwire/db/schema/users'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'

/** Of owners and addresses: it is the owner's own, and the account has confirmed it. */
export const isOwnAddress = and(
  eq(verifiedEmails.accountId, accountOwners.accountId),
  eq(verifiedEmails.address, accountOwners.email),
)

/** Where mails about each account go: its owners' own addresses, as far as they are confirmed and want mail. */
export const ownerAddresses = async (
  db: DatabaseOrTransaction,
  accountIds: readonly string[],
): Promise<Map<string, string[]>> => {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .select({ accountId: accountOwners.accountId, address: verifiedEmails.address })
    .from(accountOwners)
    .innerJoin(verifiedEmails, isOwnAddress)
    .where(and(inArray(accountOwners.accountId, [...accountIds]), isNull(verifiedEmails.unsubscribedAt)))
    .orderBy(asc(verifiedEmails.address))
  const byAccount = Map.groupBy(rows, ({ accountId }) => accountId)
  return new Map([...byAccount].map(([id, own]) => [id, own.map(({ address }) => address)]))
}

/** Of these users, those whose own address was ever confirmed: each as `id address`. */
export const confirmedUsers = async (db: DatabaseOrTransaction, userIds: readonly string[]): Promise<Set<string>> => {
  const rows = await db
    .selectDistinct({ id: users.id, email: users.email })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .innerJoin(
      verifiedEmails,
      and(eq(verifiedEmails.accountId, memberships.accountId), eq(verifiedEmails.address, users.email)),
    )
    .where(inArray(users.id, [...userIds]))
  return new Set(rows.map(({ id, email }) => `${id} ${email}`))
}

/** Whether a user's own address was ever confirmed, in whichever of their accounts. */
export const isConfirmedUser = async (db: DatabaseOrTransaction, userId: string): Promise<boolean> =>
  (await confirmedUsers(db, [userId])).size > 0
