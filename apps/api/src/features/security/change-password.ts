import { accounts, sessions } from '@knockwire/db/schema/accounts'
import { passwordResetCodes } from '@knockwire/db/schema/credentials'
import type { ChangePasswordInput } from '@knockwire/domain/accounts/security'
import { invalidFields } from '@knockwire/domain/errors'
import { eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { type Credential, signedOut } from '../../plugins/route-config.ts'
import { throwIfUnconfirmed } from '../../plugins/session.ts'
import { lockOwnAccount } from '../../access/lock-account.ts'
import { sendMails } from '../accounts/send-mails.ts'
import type { Client } from '../../access/client.ts'
import { isCommonPassword } from '../../access/passwords.ts'
import { securityMails } from '../../access/security-mails.ts'
import { startSession } from '../../access/sessions.ts'
import type { SignedIn } from '../auth/sign-in.ts'
import { throttleAttempt } from '../../access/throttle.ts'

type Account = Pick<typeof accounts.$inferSelect, 'id' | 'email' | 'passwordHash'>

/** Counted as a sign-in is: a stolen session must not be a way to guess the password. */
export const checkOwnPassword = async (
  context: ApiContext,
  account: Account,
  password: string,
  client: Client,
): Promise<boolean> => {
  const refund = await throttleAttempt(context, { action: 'sign-in', email: account.email, client })
  const isRight = await context.passwords.verify(password, account.passwordHash)
  if (isRight) await refund()
  else {
    const { id: accountId } = account
    context.log.warn(
      { event: 'password confirmation rejected', accountId, remoteAddress: client.address },
      'password confirmation rejected',
    )
  }
  return isRight
}

interface Asking {
  session: Extract<Credential, { kind: 'session' }>
  client: Client
}

/**
 * Sets a new password, with the current one where there is one, else in a confirmed session. Ends every session and every
 * open reset code, mails a notice, and gives a new session for the calling browser.
 */
export const changePassword = async (
  context: ApiContext,
  { accountId }: Caller,
  { currentPassword, newPassword }: ChangePasswordInput,
  { session, client }: Asking,
): Promise<SignedIn> => {
  const [account] = await context.db.select().from(accounts).where(eq(accounts.id, accountId))
  if (account === undefined) throw signedOut()
  if (account.passwordHash === null) throwIfUnconfirmed(context, session)
  else if (currentPassword === undefined) throw invalidFields({ currentPassword: 'Enter your password.' })
  else if (!(await checkOwnPassword(context, account, currentPassword, client))) {
    throw invalidFields({ currentPassword: 'Incorrect password.' })
  }
  if (await isCommonPassword(newPassword)) throw invalidFields({ newPassword: 'This password is too easy to guess.' })
  const passwordHash = await context.passwords.hash(newPassword)
  const sessionId = await context.db.transaction(async (tx) => {
    const { email, passwordHash: currentHash } = await lockOwnAccount(tx, accountId, 'update')
    // Changed or reset meanwhile: what was entered is the password no more.
    if (currentHash !== account.passwordHash) throw invalidFields({ currentPassword: 'Incorrect password.' })
    await tx.update(accounts).set({ passwordHash }).where(eq(accounts.id, accountId))
    await tx.delete(passwordResetCodes).where(eq(passwordResetCodes.accountId, accountId))
    await tx.delete(sessions).where(eq(sessions.accountId, accountId))
    const mails = securityMails({ accountId, email, origin: context.settings.publicOrigin })
    await sendMails(context, tx, [mails.passwordChanged()])
    return startSession(tx, { accountId, client, nowMs: context.now() })
  })
  context.log.info({ event: 'password changed', accountId, remoteAddress: client.address }, 'password changed')
  return { accountId, sessionId }
}
