import type { Transaction } from '@knockwire/db/client'
import { users } from '@knockwire/db/schema/users'
import { eq } from 'drizzle-orm'
import { signedOut } from '../../plugins/route-config.ts'

/** `share`: they are not deleted meanwhile. `update`: for what signs them in. */
type Strength = 'share' | 'no key update' | 'update'

/**
 * Locks a user until the transaction ends; undefined where there is none. Everything that signs in, or that creates or changes
 * a password, passkey or session, does so under this lock. Otherwise a session that is opened while its passkey is revoked
 * would survive that. Where the account is locked too, it is locked first.
 */
export const lockUser = async (tx: Transaction, userId: string, strength: Strength = 'share') => {
  const { email, passwordHash } = users
  const [user] = await tx.select({ email, passwordHash }).from(users).where(eq(users.id, userId)).for(strength)
  return user
}

/** The same for the caller; 401 where they were deleted meanwhile. */
export const lockOwnUser = async (tx: Transaction, userId: string, strength: Strength) => {
  const user = await lockUser(tx, userId, strength)
  if (user === undefined) throw signedOut()
  return user
}
