import { memberships, users } from '@knockwire/db/schema/users'
import type { SignUpInput } from '@knockwire/domain/accounts/credentials'
import { AppError, invalidFields } from '@knockwire/domain/errors'
import type { SystemMail } from '@knockwire/services/mail/send-system-mails'
import { takeTurn } from '@knockwire/services/usage/rate-window'
import { eq } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'
import { countCode } from '../accounts/code-limits.ts'
import { issueCode } from '../accounts/email-code.ts'
import { sendMails } from '../../access/mails/send-mails.ts'
import { throwIfDomainNotAllowed, throwIfMethodOff, throwIfSignUpRejected } from '../../access/admission.ts'
import type { Client } from '../../access/client/client.ts'
import { clientNetwork } from '../../access/client/client-network.ts'
import { isCommonPassword } from '../../access/passwords.ts'
import { createUser } from '../../access/owned/own-accounts.ts'
import { type SignedIn, startSession } from '../../access/sessions.ts'
import { signIn } from './sign-in.ts'
import { throttleAttempt } from '../../access/throttle.ts'
import { auditUser } from '../../access/audit.ts'

const dayMs = 86_400_000

const takenMail = (accountId: string, to: string, origin: string): SystemMail => ({
  kind: 'sign-up with a taken address',
  accountId,
  to,
  subject: 'You already have a Knockwire account',
  text: [
    'Someone, perhaps you, tried to create a Knockwire account with this address, but it already has one.',
    "If it was you, sign in to that account. If it wasn't, ignore this email: nothing was changed, and nobody was signed in.",
    `Sign in: ${origin}/signin`,
  ].join('\n\n'),
})

/** Mails the user of a taken address about a sign-up with it, once a day at most. */
const notifyUser = async (context: ApiContext, email: string): Promise<void> => {
  const { db, settings, now } = context
  if (!(await takeTurn(db, { key: `sign-up:taken:${email}`, everyMs: dayMs, nowMs: now() }))) return
  const [membership] = await db
    .select({ accountId: memberships.accountId })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(users.email, email))
    .limit(1)
  if (membership === undefined) return
  await sendMails(context, db, [takenMail(membership.accountId, email, settings.publicOrigin)])
}

const createAndSignIn = async (context: ApiContext, input: SignUpInput, client: Client): Promise<SignedIn | null> => {
  const { password, invitation: _, ...person } = input
  const passwordHash = await context.passwords.hash(password)
  const nowMs = context.now()
  return context.db.transaction(async (tx) => {
    const created = await createUser(tx, { ...person, passwordHash, plan: context.settings.defaultPlan, nowMs })
    if (created === null) return null
    const own = { accountId: created.accountId, address: person.email }
    const networkPerHour = context.settings.codesPerHour
    // Nobody else can use up the codes for it, so that none is left out: an owner can always confirm the address.
    await countCode(tx, { ...own, isOwnAddress: true, network: clientNetwork(client.address), networkPerHour, nowMs })
    await issueCode(context, tx, own)
    await auditUser(context, tx, { userId: created.userId, client }, { action: 'user.signed_up' })
    return startSession(tx, { userId: created.userId, client, plan: context.settings.defaultPlan, nowMs })
  })
}

/**
 * The address has an account: with its password this is a sign-in (a form sent twice is no error);
 * else the owner is notified by mail, and the answer says no more than that it does not go with these details.
 */
const withTakenAddress = async (context: ApiContext, input: SignUpInput, client: Client): Promise<SignedIn> => {
  const { email, password } = input
  try {
    return await signIn(context, { email, password }, client)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'WRONG_CREDENTIALS') throw error
    await notifyUser(context, email)
    throw invalidFields({ email: 'This address cannot be used to sign up. If you have an account, sign in.' })
  }
}

/** Makes a user with their own account, signs in, and mails a code that confirms the address; as far as this instance lets them. */
export const signUp = async (context: ApiContext, input: SignUpInput, client: Client): Promise<SignedIn> => {
  throwIfMethodOff(context.settings, 'password')
  throwIfDomainNotAllowed(context.settings, input.email)
  await throttleAttempt(context, { action: 'sign-up', email: input.email, client })
  await throwIfSignUpRejected(context, input)
  if (await isCommonPassword(input.password)) throw invalidFields({ password: 'This password is too easy to guess.' })
  const opened = await createAndSignIn(context, input, client)
  if (opened === null) return withTakenAddress(context, input, client)
  context.log.info({ event: 'signed up', accountId: opened.accountId, remoteAddress: client.address }, 'signed up')
  return opened
}
