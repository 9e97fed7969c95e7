import { accounts } from '@knockwire/db/schema/accounts'
import type { SignInInput } from '@knockwire/domain/accounts/credentials'
import { AppError } from '@knockwire/domain/errors'
import { eq } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'
import { lockAccount } from '../../access/lock-account.ts'
import type { Client } from '../../access/client.ts'
import { endSession, startSession } from '../../access/sessions.ts'
import { throttleAttempt } from '../../access/throttle.ts'

export interface SignedIn {
  accountId: string
  sessionId: string
}

interface Proof {
  accountId: string
  /** That the password was checked against. */
  passwordHash: string
}

/** The account that a password opens. An unknown address costs the same time and gets the same answer. */
const checkCredentials = async (context: ApiContext, input: SignInInput): Promise<Proof | null> => {
  const [account] = await context.db
    .select({ id: accounts.id, passwordHash: accounts.passwordHash })
    .from(accounts)
    .where(eq(accounts.email, input.email))
  const passwordHash = account?.passwordHash ?? null
  const isRight = await context.passwords.verify(input.password, passwordHash)
  return isRight && account !== undefined && passwordHash !== null ? { accountId: account.id, passwordHash } : null
}

/** Null where the account has another password by now. */
const openSession = ({ db, now }: ApiContext, { accountId, passwordHash }: Proof, client: Client) =>
  db.transaction(async (tx): Promise<SignedIn | null> => {
    const account = await lockAccount(tx, accountId)
    if (account?.passwordHash !== passwordHash) return null
    return { accountId, sessionId: await startSession(tx, { accountId, client, nowMs: now() }) }
  })

export const signIn = async (context: ApiContext, input: SignInInput, client: Client): Promise<SignedIn> => {
  const refund = await throttleAttempt(context, { action: 'sign-in', email: input.email, client })
  const proof = await checkCredentials(context, input)
  const opened = proof && (await openSession(context, proof, client))
  if (opened === null) {
    context.log.warn({ event: 'sign-in rejected', remoteAddress: client.address }, 'sign-in rejected')
    throw new AppError('WRONG_CREDENTIALS', 'Incorrect email or password.')
  }
  await refund()
  const { accountId } = opened
  context.log.info({ event: 'signed in', accountId, remoteAddress: client.address }, 'signed in')
  return opened
}

/** Signed out already, or never in, is no fault. */
export const signOut = async (context: ApiContext, sessionId: string, client: Client): Promise<void> => {
  const caller = await endSession(context, sessionId)
  if (caller === null) return
  context.log.info({ event: 'signed out', ...caller, remoteAddress: client.address }, 'signed out')
}
