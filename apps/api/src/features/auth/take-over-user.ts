import type { Transaction } from '@knockwire/db/client'
import { verifiedEmails } from '@knockwire/db/schema/accounts'
import { apiTokens, oidcIdentities, passkeys, passwordResetCodes } from '@knockwire/db/schema/credentials'
import { memberships, sessions } from '@knockwire/db/schema/users'
import { isConfirmedUser } from '@knockwire/services/accounts/owner-addresses'
import { forgetWebhookSecrets } from '@knockwire/services/secrets/webhook-secret'
import { and, eq } from 'drizzle-orm'

interface TakeOver {
  userId: string
  /** Their own address, which somebody has just proved to be theirs. */
  email: string
  nowMs: number
}

/** Everything but the password that signs a user in or acts for them. */
const credentialTables = [sessions, passwordResetCodes, apiTokens, passkeys, oidcIdentities] as const

/**
 * Confirms a user's address for the person who proved that it is theirs. False where nobody had proved that before: then
 * someone else may have signed up with it, and all that signs in but the password, which is the caller's to change, is
 * revoked, as is what the HTTP notifications of their accounts are signed with.
 */
export const takeOverUser = async (tx: Transaction, { userId, email, nowMs }: TakeOver): Promise<boolean> => {
  const wasConfirmed = await isConfirmedUser(tx, userId)
  const owned = await tx
    .select({ accountId: memberships.accountId })
    .from(memberships)
    .where(and(eq(memberships.userId, userId), eq(memberships.role, 'OWNER')))
  const accountIds = owned.map(({ accountId }) => accountId)
  const confirmed = accountIds.map((accountId) => ({
    accountId,
    address: email,
    verifiedAt: new Date(nowMs),
    verifiedBy: userId,
  }))
  if (confirmed.length > 0) await tx.insert(verifiedEmails).values(confirmed).onConflictDoNothing()
  if (wasConfirmed) return true
  for (const table of credentialTables) await tx.delete(table).where(eq(table.userId, userId))
  await forgetWebhookSecrets(tx, accountIds)
  return false
}
