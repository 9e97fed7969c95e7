import type { Transaction } from '@knockwire/db/client'
import { accounts, verifiedEmails } from '@knockwire/db/schema/accounts'
import { passwordResetCodes } from '@knockwire/db/schema/credentials'
import { freeAddress } from '@knockwire/services/accounts/unconfirmed-accounts'
import type { ChangeEmailInput } from '@knockwire/domain/accounts/account'
import { invalidFields } from '@knockwire/domain/errors'
import { and, eq, isNull } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import type { Client } from '../../access/client.ts'
import { securityMails } from '../../access/security-mails.ts'
import { lockOwnAccount } from '../../access/lock-account.ts'
import { sendMails } from './send-mails.ts'

/** SQLSTATE of a second row where one must be unique; drizzle has the database's error as its cause. */
const uniqueViolation = '23505'

const isTaken = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && error.code === uniqueViolation) || isTaken(error.cause))

const throwIfUnverified = async (tx: Transaction, accountId: string, email: string) => {
  const { accountId: owner, address, unsubscribedAt } = verifiedEmails
  const own = and(eq(owner, accountId), eq(address, email), isNull(unsubscribedAt))
  const found = await tx.select({ address }).from(verifiedEmails).where(own)
  if (found.length === 0) throw invalidFields({ email: 'Confirm this address with a code first.' })
}

/**
 * Makes one of the account's verified addresses its own: for signing in, resets and notices. Codes that were mailed to the
 * former one are void, and a notice goes to both.
 */
export const changeEmail = async (
  context: ApiContext,
  { accountId }: Caller,
  { email }: ChangeEmailInput,
  client: Client,
): Promise<void> => {
  try {
    await move(context, accountId, email)
  } catch (error) {
    // The caller has confirmed the address as theirs, so that they may know.
    if (isTaken(error)) throw invalidFields({ email: 'This address has an account of its own.' })
    throw error
  }
  context.log.info(
    { event: 'account email changed', accountId, remoteAddress: client.address },
    'account email changed',
  )
}

const move = (context: ApiContext, accountId: string, email: string): Promise<void> =>
  context.db.transaction(async (tx) => {
    const account = await lockOwnAccount(tx, accountId, 'update')
    if (account.email === email) return
    await throwIfUnverified(tx, accountId, email)
    await freeAddress(tx, { address: email, ownerId: accountId })
    await tx.update(accounts).set({ email }).where(eq(accounts.id, accountId))
    await tx.delete(passwordResetCodes).where(eq(passwordResetCodes.accountId, accountId))
    const { publicOrigin: origin } = context.settings
    const notices = [account.email, email].map((to) =>
      securityMails({ accountId, email: to, origin }).emailChanged(email),
    )
    await sendMails(context, tx, notices)
  })
