import type { Transaction } from '@knockwire/db/client'
import { verifiedEmails } from '@knockwire/db/schema/accounts'
import { passwordResetCodes } from '@knockwire/db/schema/credentials'
import { users } from '@knockwire/db/schema/users'
import { freeAddress } from '@knockwire/services/accounts/unconfirmed-accounts'
import type { ChangeEmailInput } from '@knockwire/domain/accounts/account'
import { invalidFields } from '@knockwire/domain/errors'
import { and, eq, isNull } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { throwIfDomainNotAllowed } from '../../access/admission.ts'
import type { Client } from '../../access/client/client.ts'
import { securityMails } from '../../access/mails/security-mails.ts'
import { lockOwnUser } from '../../access/owned/lock-user.ts'
import { sendMails } from '../../access/mails/send-mails.ts'
import { auditOwnSignIn } from '../../access/audit.ts'

/** SQLSTATE of a second row where one must be unique; drizzle has the database's error as its cause. */
const uniqueViolation = '23505'

const isTaken = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && error.code === uniqueViolation) || isTaken(error.cause))

/** An address that another member confirmed is theirs, not the caller's. */
const throwIfUnverified = async (tx: Transaction, userId: string, email: string) => {
  const { verifiedBy, address, unsubscribedAt } = verifiedEmails
  const own = and(eq(verifiedBy, userId), eq(address, email), isNull(unsubscribedAt))
  const found = await tx.select({ address }).from(verifiedEmails).where(own)
  if (found.length === 0) throw invalidFields({ email: 'Confirm this address with a code first.' })
}

/**
 * Makes one of the account's verified addresses the caller's own: for signing in, resets and notices. Codes that were mailed to the
 * former one are void, and a notice goes to both.
 */
export const changeEmail = async (
  context: ApiContext,
  caller: Caller,
  { email }: ChangeEmailInput,
  client: Client,
): Promise<void> => {
  throwIfDomainNotAllowed(context.settings, email)
  try {
    await move(context, caller, email)
  } catch (error) {
    // The caller has confirmed the address as theirs, so that they may know.
    if (isTaken(error)) throw invalidFields({ email: 'This address already has an account.' })
    throw error
  }
  context.log.info(
    { event: 'user email changed', userId: caller.userId, remoteAddress: client.address },
    'user email changed',
  )
}

const move = (context: ApiContext, caller: Caller, email: string): Promise<void> =>
  context.db.transaction(async (tx) => {
    const { accountId, userId } = caller
    const user = await lockOwnUser(tx, userId, 'update')
    if (user.email === email) return
    await throwIfUnverified(tx, userId, email)
    await freeAddress(tx, { address: email, ownerId: accountId, defaultPlan: context.settings.defaultPlan })
    await tx.update(users).set({ email }).where(eq(users.id, userId))
    await tx.delete(passwordResetCodes).where(eq(passwordResetCodes.userId, userId))
    const changes = [{ field: 'email', before: user.email, after: email }]
    await auditOwnSignIn(context, tx, caller, { action: 'user.email_changed', changes })
    const { publicOrigin: origin } = context.settings
    const notices = [user.email, email].map((to) => securityMails({ userId, email: to, origin }).emailChanged(email))
    await sendMails(context, tx, notices)
  })
