import type { Transaction } from '@knockwire/db/client'
import { accounts } from '@knockwire/db/schema/accounts'
import { and, eq, isNull } from 'drizzle-orm'
import { signedOut } from '../plugins/route-config.ts'

/**
 * `share`: it is not closed meanwhile. `no key update`: and creations are serialized, so that each counts those before it, while
 * rows may still refer to the account. `update`: for what opens the account.
 */
type Strength = 'share' | 'no key update' | 'update'

/**
 * Locks an account until the transaction ends; undefined where it is closed. Everything that signs in, or that creates or
 * changes a password, passkey, session or token, does so under this lock. Otherwise a session that is opened while its passkey is
 * revoked would survive that, and a token that is created while the account is deleted would open a closed account.
 */
export const lockAccount = async (tx: Transaction, accountId: string, strength: Strength = 'share') => {
  const { email, passwordHash, plan } = accounts
  const [account] = await tx
    .select({ email, passwordHash, plan })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNull(accounts.deletedAt)))
    .for(strength)
  return account
}

/** The same for the caller's own account; 401 where it was closed meanwhile. */
export const lockOwnAccount = async (tx: Transaction, accountId: string, strength: Strength) => {
  const account = await lockAccount(tx, accountId, strength)
  if (account === undefined) throw signedOut()
  return account
}
