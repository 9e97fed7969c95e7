import { takeTurn } from '@knockwire/services/usage/rate-window'
import { type CodeSentView, type ForgotPasswordInput, resetCodeRules } from '@knockwire/domain/accounts/credentials'
import { AppError } from '@knockwire/domain/errors'
import type { ApiContext } from '../../../context.ts'
import { clientNetwork } from '../client-network.ts'
import type { Client } from '../client.ts'
import { knownBrowserId } from '../known-browser.ts'
import { throttleAttempt } from '../throttle-attempt.ts'
import { issueResetCode } from './reset-code.ts'

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
  const requester = knownBrowserId(context.settings, client.browserCookie, email) ?? clientNetwork(client.address)
  const everyMs = 60_000 / resetCodeRules.perMinute
  if (!(await takeTurn(context.db, { key: `forgot:turn:${email}:${requester}`, everyMs, nowMs: context.now() }))) {
    throw new AppError('RATE_LIMITED', 'You asked for a code less than a minute ago. Please wait a moment.', {
      retryAfterSeconds: everyMs / 1000,
    })
  }
  context.background.run('password reset requested', () => mailCode(context, email, client))
  return { email, expiresInSeconds: resetCodeRules.lifetimeSeconds }
}

const mailCode = async (context: ApiContext, email: string, client: Client) => {
  const accountId = await issueResetCode(context, email)
  if (accountId === null) return
  context.log.info(
    { event: 'password reset requested', accountId, remoteAddress: client.address },
    'password reset requested',
  )
}
