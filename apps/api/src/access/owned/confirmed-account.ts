import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { verifiedEmails } from '@knockwire/db/schema/accounts'
import { accountOwners } from '@knockwire/db/schema/users'
import { AppError } from '@knockwire/domain/errors'
import { requiresConfirmedEmail } from '@knockwire/domain/instance/instance-rules'
import { isConfirmedUser, isOwnAddress } from '@knockwire/services/accounts/owner-addresses'
import { eq } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'

/** What an account may have before its address is confirmed: enough to look around, too little to be worth opening many. */
export const unconfirmedTasks = 1

/**
 * Whether an owner's own address was ever confirmed. In embedded mode, which is one machine's, an account counts as confirmed
 * from the start.
 */
export const isConfirmedAccount = async (
  { settings }: Pick<ApiContext, 'settings'>,
  db: DatabaseOrTransaction,
  accountId: string,
): Promise<boolean> => {
  if (settings.isEmbedded) return true
  const found = await db
    .select({ id: accountOwners.userId })
    .from(accountOwners)
    .innerJoin(verifiedEmails, isOwnAddress)
    .where(eq(accountOwners.accountId, accountId))
    .limit(1)
  return found.length > 0
}

/** `what` as in "Then you can make API tokens." */
export const addressUnconfirmed = (what: string) =>
  new AppError(
    'ADDRESS_UNCONFIRMED',
    `Confirm your email address first, with the code that we emailed to it. Then you can ${what}.`,
  )

/** For what an account may not do before its address is confirmed. */
export const throwIfAddressUnconfirmed = async (
  context: Pick<ApiContext, 'settings'>,
  db: DatabaseOrTransaction,
  accountId: string,
  what: string,
): Promise<void> => {
  if (!(await isConfirmedAccount(context, db, accountId))) throw addressUnconfirmed(what)
}

/**
 * Where an address decides who is let in (`requiresConfirmedEmail`), a user whose own address is not confirmed may only look: it may be
 * anybody's.
 */
export const throwIfUnconfirmedAtGate = async (
  context: Pick<ApiContext, 'settings' | 'db'>,
  userId: string,
): Promise<void> => {
  if (requiresConfirmedEmail(context.settings.instance))
    await throwIfOwnAddressUnconfirmed(context, context.db, userId, 'work on this server')
}

/** For what a user may not do before their own address is confirmed. */
export const throwIfOwnAddressUnconfirmed = async (
  { settings }: Pick<ApiContext, 'settings'>,
  db: DatabaseOrTransaction,
  userId: string,
  what: string,
): Promise<void> => {
  if (!settings.isEmbedded && !(await isConfirmedUser(db, userId))) throw addressUnconfirmed(what)
}
