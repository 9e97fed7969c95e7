import { passwordResetCodes } from '@knockwire/db/schema/credentials'
import { sessions, users } from '@knockwire/db/schema/users'
import type { ChangePasswordInput } from '@knockwire/domain/accounts/security'
import { invalidFields } from '@knockwire/domain/errors'
import { eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { type Credential, signedOut } from '../../plugins/route-config.ts'
import { throwIfUnconfirmed } from '../../plugins/session.ts'
import { lockOwnUser } from '../../access/owned/lock-user.ts'
import { sendMails } from '../../access/mails/send-mails.ts'
import { throwIfMethodOff } from '../../access/admission.ts'
import type { Client } from '../../access/client/client.ts'
import { isCommonPassword } from '../../access/passwords.ts'
import { securityMails } from '../../access/mails/security-mails.ts'
import { type SignedIn, startSession } from '../../access/sessions.ts'
import { throttleAttempt } from '../../access/throttle.ts'
import { auditOwnSignIn, auditUser } from '../../access/audit.ts'

type User = Pick<typeof users.$inferSelect, 'id' | 'email' | 'passwordHash'>

/** Counted as a sign-in is: a stolen session must not be a way to guess the password. */
export const checkOwnPassword = async (
  context: ApiContext,
  user: User,
  password: string,
  client: Client,
): Promise<boolean> => {
  const refund = await throttleAttempt(context, { action: 'sign-in', email: user.email, client })
  const isRight = await context.passwords.verify(password, user.passwordHash)
  if (isRight) await refund()
  else {
    await auditUser(context, context.db, { userId: user.id, client }, { action: 'user.confirmation_failed' })
    context.log.warn(
      { event: 'password confirmation rejected', userId: user.id, remoteAddress: client.address },
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
  caller: Caller,
  { currentPassword, newPassword }: ChangePasswordInput,
  { session, client }: Asking,
): Promise<SignedIn> => {
  throwIfMethodOff(context.settings, 'password')
  const { userId } = caller
  const [user] = await context.db.select().from(users).where(eq(users.id, userId))
  if (user === undefined) throw signedOut()
  if (user.passwordHash === null) throwIfUnconfirmed(context, session)
  else if (currentPassword === undefined) throw invalidFields({ currentPassword: 'Enter your password.' })
  else if (!(await checkOwnPassword(context, user, currentPassword, client))) {
    throw invalidFields({ currentPassword: 'Incorrect password.' })
  }
  if (await isCommonPassword(newPassword)) throw invalidFields({ newPassword: 'This password is too easy to guess.' })
  const passwordHash = await context.passwords.hash(newPassword)
  const opened = await context.db.transaction(async (tx) => {
    const { email, passwordHash: currentHash } = await lockOwnUser(tx, userId, 'update')
    // Changed or reset meanwhile: what was entered is the password no more.
    if (currentHash !== user.passwordHash) throw invalidFields({ currentPassword: 'Incorrect password.' })
    await tx.update(users).set({ passwordHash }).where(eq(users.id, userId))
    await tx.delete(passwordResetCodes).where(eq(passwordResetCodes.userId, userId))
    await tx.delete(sessions).where(eq(sessions.userId, userId))
    const mails = securityMails({ userId, email, origin: context.settings.publicOrigin })
    await sendMails(context, tx, [mails.passwordChanged()])
    await auditOwnSignIn(context, tx, caller, { action: 'user.password_changed' })
    return startSession(tx, { userId, client, plan: context.settings.defaultPlan, nowMs: context.now() })
  })
  context.log.info({ event: 'password changed', userId, remoteAddress: client.address }, 'password changed')
  return opened
}
