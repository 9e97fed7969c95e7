import type { Transaction } from '@knockwire/db/client'
import { accounts } from '@knockwire/db/schema/accounts'
import { and, eq, isNull } from 'drizzle-orm'
import { signedOut } from '../../plugins/route-config.ts'

/**
 * `share`: it is not closed meanwhile. `no key update`: and creations are serialized, so that each counts those before it, while
 * rows may still refer to the account. `update`: for what opens the account.
 */
type Strength = 'share' | 'no key update' | 'update'

/**
 * Locks an account until the transaction ends; undefined where it is closed. What signs in is looked at once more under
 * the lock: revoking it ends all sessions, and one that is opened at the same time must not stay. Whoever makes or changes what opens
 * an account locks it too: a token that is made beside its deletion would open a closed account.
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
