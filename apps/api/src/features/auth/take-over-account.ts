import type { Transaction } from '@knockwire/db/client'
import { sessions, verifiedEmails } from '@knockwire/db/schema/accounts'
import { apiTokens, oidcIdentities, passkeys, passwordResetCodes } from '@knockwire/db/schema/credentials'
import { webhookSecrets } from '@knockwire/db/schema/notifications'
import { eq } from 'drizzle-orm'

interface TakeOver {
  accountId: string
  /** The account's own address, which its owner has just proved to be theirs. */
  email: string
  nowMs: number
}

/** Everything but the password that opens an account, and what its HTTP notifications are signed with: a new one is made. */
const credentialTables = [sessions, passwordResetCodes, apiTokens, passkeys, oidcIdentities, webhookSecrets] as const

/**
 * Confirms an account's address for the person who proved that it is theirs. False where nobody had proved that before: then the
 * account may have been opened by someone else, and all that opens it but the password, which is the caller's to change,
 * is revoked.
 */
export const takeOverAccount = async (tx: Transaction, { accountId, email, nowMs }: TakeOver): Promise<boolean> => {
  const confirmed = await tx
    .insert(verifiedEmails)
    .values({ accountId, address: email, verifiedAt: new Date(nowMs) })
    .onConflictDoNothing()
    .returning({ address: verifiedEmails.address })
  if (confirmed.length === 0) return true
  for (const table of credentialTables) await tx.delete(table).where(eq(table.accountId, accountId))
  return false
}
