import { users } from '@knockwire/db/schema/users'
import type { SignInInput } from '@knockwire/domain/accounts/credentials'
import { AppError } from '@knockwire/domain/errors'
import { eq } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'
import { lockUser } from '../../access/owned/lock-user.ts'
import { throwIfMethodOff } from '../../access/admission.ts'
import type { Client } from '../../access/client/client.ts'
import { endSession, type SignedIn, startSession } from '../../access/sessions.ts'
import { throttleAttempt } from '../../access/throttle.ts'
import { auditRejected, auditUser, signedInBy } from '../../access/audit.ts'

interface Proof {
  userId: string
  /** That the password was checked against. */
  passwordHash: string
}

/** Whom a password signs in. An unknown address costs the same time and gets the same answer. */
const checkCredentials = async (context: ApiContext, input: SignInInput): Promise<Proof | null> => {
  const [user] = await context.db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.email, input.email))
  const passwordHash = user?.passwordHash ?? null
  const isRight = await context.passwords.verify(input.password, passwordHash)
  return isRight && user !== undefined && passwordHash !== null ? { userId: user.id, passwordHash } : null
}

/** Null where they have another password by now. */
const openSession = (context: ApiContext, { userId, passwordHash }: Proof, client: Client) =>
  context.db.transaction(async (tx): Promise<SignedIn | null> => {
    const user = await lockUser(tx, userId)
    if (user?.passwordHash !== passwordHash) return null
    const opened = await startSession(tx, { userId, client, plan: context.settings.defaultPlan, nowMs: context.now() })
    await auditUser(context, tx, { userId, client }, { action: 'user.signed_in', changes: signedInBy('password') })
    return opened
  })

export const signIn = async (context: ApiContext, input: SignInInput, client: Client): Promise<SignedIn> => {
  throwIfMethodOff(context.settings, 'password')
  const refund = await throttleAttempt(context, { action: 'sign-in', email: input.email, client })
  const proof = await checkCredentials(context, input)
  const opened = proof && (await openSession(context, proof, client))
  if (opened === null) {
    auditRejected(context, input.email, client, { action: 'user.sign_in_failed', changes: signedInBy('password') })
    context.log.warn({ event: 'sign-in rejected', remoteAddress: client.address }, 'sign-in rejected')
    throw new AppError('WRONG_CREDENTIALS', 'Incorrect email or password.')
  }
  await refund()
  const { accountId, userId } = opened
  context.log.info({ event: 'signed in', accountId, userId, remoteAddress: client.address }, 'signed in')
  return opened
}

/** Signed out already, or never in, is not an error. */
export const signOut = async (context: ApiContext, sessionId: string, client: Client): Promise<void> => {
  const caller = await context.db.transaction(async (tx) => {
    const ended = await endSession(tx, sessionId)
    if (ended !== null) await auditUser(context, tx, { userId: ended.userId, client }, { action: 'user.signed_out' })
    return ended
  })
  if (caller === null) return
  context.log.info({ event: 'signed out', ...caller, remoteAddress: client.address }, 'signed out')
}
