import { accounts } from '@knockwire/db/schema/accounts'
import { type CodeSentView, codeRules, type ForgotPasswordInput } from '@knockwire/domain/accounts/credentials'
import { eq } from 'drizzle-orm'
import type { ApiContext } from '../../../context.ts'
import { clientNetwork } from '../client-network.ts'
import type { Client } from '../client.ts'
import { throttle } from '../throttle.ts'
import { issueResetCode } from './reset-code.ts'
import { resetRequester } from './reset-requester.ts'

const minuteMs = 60_000

const forgotRules = (email: string, client: Client) => {
  const network = clientNetwork(client.address)
  return [
    { key: `forgot:network:${network}`, limit: 20, perMs: 60 * minuteMs },
    { key: `forgot:account:${email}:${network}`, limit: codeRules.perDay, perMs: 24 * 60 * minuteMs },
    { key: `forgot:turn:${email}:${network}`, limit: codeRules.perMinute, perMs: minuteMs },
  ]
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
  await throttle(context, forgotRules(email, client))
  context.background.run('password reset requested', () => mailCode(context, email, client))
  return { email, expiresInSeconds: codeRules.lifetimeSeconds }
}

const mailCode = async (context: ApiContext, email: string, client: Client) => {
  const [account] = await context.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, email))
  if (account === undefined) return
  await issueResetCode(context, { accountId: account.id, requester: resetRequester(client), address: email })
  context.log.info(
    { event: 'password reset requested', accountId: account.id, remoteAddress: client.address },
    'password reset requested',
  )
}
