import { takeTurn } from '@knockwire/db/rate-window'
import { accounts } from '@knockwire/db/schema/accounts'
import { type CodeSentView, codeRules, type ForgotPasswordInput } from '@knockwire/domain/accounts/credentials'
import { AppError } from '@knockwire/domain/errors'
import { eq } from 'drizzle-orm'
import type { ApiContext } from '../../../context.ts'
import type { Client } from '../client.ts'
import { throttleAttempt } from '../throttle-attempt.ts'
import { issueResetCode } from './reset-code.ts'
import { resetRequester } from './reset-requester.ts'

/**
 * Mails a code to set a new password with, where the address has an account. The answer is the same where it has none,
 * and as quick: whether there is one is only looked up after it was given.
 */
export const forgotPassword = async (
  context: ApiContext,
  { email }: ForgotPasswordInput,
  client: Client,
): Promise<CodeSentView> => {
  await throttleAttempt(context, { action: 'forgot', email, client })
  const requester = resetRequester(context.settings, email, client)
  const everyMs = 60_000 / codeRules.perMinute
  if (!(await takeTurn(context.db, { key: `forgot:turn:${email}:${requester}`, everyMs, nowMs: context.now() }))) {
    throw new AppError('RATE_LIMITED', 'You asked for a code less than a minute ago. Please wait a moment.', {
      retryAfterSeconds: everyMs / 1000,
    })
  }
  context.background.run('password reset requested', () => mailCode(context, email, requester, client))
  return { email, expiresInSeconds: codeRules.lifetimeSeconds }
}

const mailCode = async (context: ApiContext, email: string, requester: string, client: Client) => {
  const [account] = await context.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, email))
  if (account === undefined) return
  await issueResetCode(context, { accountId: account.id, requester, address: email })
  context.log.info(
    { event: 'password reset requested', accountId: account.id, remoteAddress: client.address },
    'password reset requested',
  )
}
