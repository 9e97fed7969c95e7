import { passwordResetCodes } from '@knockwire/db/schema/credentials'
import { sessions, users } from '@knockwire/db/schema/users'
import {
  type CodeSentView,
  type ForgotPasswordInput,
  type ResetPasswordInput,
} from '@knockwire/domain/accounts/credentials'
import { resetCodeRules } from '@knockwire/domain/accounts/credential-rules'
import { AppError, invalidFields } from '@knockwire/domain/errors'
import { takeTurn } from '@knockwire/services/usage/rate-window'
import { eq } from 'drizzle-orm'
import type { ApiContext } from '../../../context.ts'
import { lockUser } from '../../../access/owned/lock-user.ts'
import { sendMails } from '../../../access/mails/send-mails.ts'
import { throwIfMethodOff } from '../../../access/admission.ts'
import type { Client } from '../../../access/client/client.ts'
import { clientNetwork } from '../../../access/client/client-network.ts'
import { knownBrowserId } from '../../../access/session-cookie.ts'
import { isCommonPassword } from '../../../access/passwords.ts'
import { securityMails } from '../../../access/mails/security-mails.ts'
import { type SignedIn, startSession } from '../../../access/sessions.ts'
import { takeOverUser } from '../take-over-user.ts'
import { throttleAttempt } from '../../../access/throttle.ts'
import { consumeResetCode, findResetCode, issueResetCode } from './reset-code.ts'
import { auditRejected, auditUser } from '../../../access/audit.ts'

const badCode = () => invalidFields({ otp: 'This code is wrong or no longer valid. You can request a new one.' })

/** Sets a new password with the code that was mailed to the user's address, ends all sessions and opens a new one. */
export const resetPassword = async (
  context: ApiContext,
  { email, otp, password }: ResetPasswordInput,
  client: Client,
): Promise<SignedIn> => {
  throwIfMethodOff(context.settings, 'password')
  if (await isCommonPassword(password)) throw invalidFields({ password: 'This password is too easy to guess.' })
  const refund = await throttleAttempt(context, { action: 'reset', email, client })
  const found = await findResetCode(context, { email, code: otp })
  if (found === null) {
    auditRejected(context, email, client, { action: 'user.password_reset_failed' })
    context.log.warn({ event: 'password reset rejected', remoteAddress: client.address }, 'password reset rejected')
    throw badCode()
  }
  const passwordHash = await context.passwords.hash(password)
  const opened = await context.db.transaction(async (tx) => {
    const { userId } = found
    if ((await lockUser(tx, userId, 'update')) === undefined) throw badCode()
    if (!(await consumeResetCode(tx, found))) throw badCode()
    await tx.update(users).set({ passwordHash }).where(eq(users.id, userId))
    await tx.delete(passwordResetCodes).where(eq(passwordResetCodes.userId, userId))
    await tx.delete(sessions).where(eq(sessions.userId, userId))
    await takeOverUser(tx, { userId, email, nowMs: context.now() })
    await auditUser(context, tx, { userId, client }, { action: 'user.password_reset' })
    const signedIn = await startSession(tx, {
      userId,
      client,
      plan: context.settings.defaultPlan,
      nowMs: context.now(),
    })
    const mails = securityMails({ userId, email, origin: context.settings.publicOrigin })
    await sendMails(context, tx, [mails.passwordReset()])
    return signedIn
  })
  await refund()
  const { accountId, userId } = opened
  const event = { event: 'password reset', accountId, userId, remoteAddress: client.address }
  context.log.info(event, 'password reset')
  return opened
}

/**
 * Mails a code to set a new password with, where the address has an account. The answer is the same where it has none,
 * and as quick: whether there is one is only looked up after it was given.
 */
export const forgotPassword = async (
  context: ApiContext,
  { email }: ForgotPasswordInput,
  client: Client,
): Promise<CodeSentView> => {
  throwIfMethodOff(context.settings, 'password')
  await throttleAttempt(context, { action: 'forgot', email, client })
  const requester = knownBrowserId(context.settings, client.browserCookie, email) ?? clientNetwork(client.address)
  const everyMs = 60_000 / resetCodeRules.perMinute
  if (!(await takeTurn(context.db, { key: `forgot:turn:${email}:${requester}`, everyMs, nowMs: context.now() }))) {
    throw new AppError('RATE_LIMITED', 'You requested a code less than a minute ago. Wait a moment.', {
      retryAfterSeconds: everyMs / 1000,
    })
  }
  context.background.run('password reset requested', () => mailCode(context, email, client))
  return { email, expiresInSeconds: resetCodeRules.lifetimeSeconds }
}

const mailCode = async (context: ApiContext, email: string, client: Client) => {
  const userId = await issueResetCode(context, email, (tx, id) => {
    const by = { userId: id, client, by: 'VISITOR' } as const
    return auditUser(context, tx, by, { action: 'user.password_reset_requested' })
  })
  if (userId === null) return
  context.log.info(
    { event: 'password reset requested', userId, remoteAddress: client.address },
    'password reset requested',
  )
}
