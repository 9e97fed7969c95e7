import { accounts } from '@knockwire/db/schema/accounts'
import type { SignInInput } from '@knockwire/domain/accounts/credentials'
import { AppError } from '@knockwire/domain/errors'
import { eq } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'
import type { Client } from './client.ts'
import { verifyPassword } from './passwords.ts'
import { startSession } from './start-session.ts'
import { throttleAttempt } from './throttle-attempt.ts'

export interface SignedIn {
  accountId: string
  sessionId: string
}

/** The account that a password opens. An unknown address costs the same time and gets the same answer. */
const checkCredentials = async (context: ApiContext, input: SignInInput): Promise<string | null> => {
  const [account] = await context.db
    .select({ id: accounts.id, passwordHash: accounts.passwordHash })
    .from(accounts)
    .where(eq(accounts.email, input.email))
  const isRight = await verifyPassword(input.password, account?.passwordHash ?? null)
  return isRight && account !== undefined ? account.id : null
}

export const signIn = async (context: ApiContext, input: SignInInput, client: Client): Promise<SignedIn> => {
  const refund = await throttleAttempt(context, { action: 'sign-in', email: input.email, client })
  const accountId = await checkCredentials(context, input)
  if (accountId === null) {
    context.log.warn({ event: 'sign-in refused', remoteAddress: client.address }, 'sign-in refused')
    throw new AppError('WRONG_CREDENTIALS', 'The email address or the password is not right.')
  }
  await refund()
  const sessionId = await startSession(context.db, { accountId, client, nowMs: context.now() })
  context.log.info({ event: 'signed in', accountId, remoteAddress: client.address }, 'signed in')
  return { accountId, sessionId }
}
