import type { Transaction } from '@knockwire/db/client'
import { accounts } from '@knockwire/db/schema/accounts'
import { and, eq, isNull } from 'drizzle-orm'
import { signedOut } from '../../plugins/route-config.ts'

/**
 * `share`: it is not closed meanwhile. `no key update`: and creations are serialized, so that each counts those before it, while
 * rows may still refer to the account. `update`: for tokens, and for closing it.
 */
type Strength = 'share' | 'no key update' | 'update'

/**
 * Locks the caller's account until the transaction ends; 401 where it was closed meanwhile. A token that is created while the
 * account is deleted would open a closed account without it.
 */
export const lockOwnAccount = async (tx: Transaction, accountId: string, strength: Strength) => {
  const { plan } = accounts
  const [account] = await tx
    .select({ plan })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNull(accounts.deletedAt)))
    .for(strength)
  if (account === undefined) throw signedOut()
  return account
}
