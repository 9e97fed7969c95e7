import { accounts, sessions } from '@knockwire/db/schema/accounts'
import { passwordResetCodes } from '@knockwire/db/schema/credentials'
import type { ResetPasswordInput } from '@knockwire/domain/accounts/credentials'
import { invalidFields } from '@knockwire/domain/errors'
import { eq } from 'drizzle-orm'
import type { ApiContext } from '../../../context.ts'
import type { Client } from '../client.ts'
import { isCommonPassword } from '../common-passwords.ts'
import { hashPassword } from '../passwords.ts'
import { securityMails } from '../security-mails.ts'
import type { SignedIn } from '../sign-in.ts'
import { startSession } from '../start-session.ts'
import { takeOverAccount } from '../take-over-account.ts'
import { throttleAttempt } from '../throttle-attempt.ts'
import { consumeResetCode, findResetCode } from './reset-code.ts'

const badCode = () => invalidFields({ otp: 'This code is wrong or no longer valid. You can ask for a new one.' })

/** Sets a new password with the code that was mailed to the account's address, ends all sessions and opens a new one. */
export const resetPassword = async (
  context: ApiContext,
  { email, otp, password }: ResetPasswordInput,
  client: Client,
): Promise<SignedIn> => {
  if (await isCommonPassword(password)) throw invalidFields({ password: 'This password is too easy to guess.' })
  const refund = await throttleAttempt(context, { action: 'reset', email, client })
  const found = await findResetCode(context, { email, code: otp })
  if (found === null) {
    context.log.warn({ event: 'password reset rejected', remoteAddress: client.address }, 'password reset rejected')
    throw badCode()
  }
  const passwordHash = await hashPassword(password)
  const sessionId = await context.db.transaction(async (tx) => {
    if (!(await consumeResetCode(tx, found))) throw badCode()
    const { accountId } = found
    await tx.update(accounts).set({ passwordHash }).where(eq(accounts.id, accountId))
    await tx.delete(passwordResetCodes).where(eq(passwordResetCodes.accountId, accountId))
    await tx.delete(sessions).where(eq(sessions.accountId, accountId))
    await takeOverAccount(tx, { accountId, email, nowMs: context.now() })
    await context.queue.send(tx, 'system-mail', [securityMails(email, context.settings.publicOrigin).passwordReset()])
    return startSession(tx, { accountId: found.accountId, client, nowMs: context.now() })
  })
  await refund()
  context.log.info(
    { event: 'password reset', accountId: found.accountId, remoteAddress: client.address },
    'password reset',
  )
  return { accountId: found.accountId, sessionId }
}
