import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { accounts } from '@knockwire/db/schema/accounts'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { SignUpInput } from '@knockwire/domain/accounts/credentials'
import { AppError, invalidFields } from '@knockwire/domain/errors'
import type { SystemMail } from '@knockwire/services/mail/send-system-mails'
import { takeTurn } from '@knockwire/services/usage/rate-window'
import { eq } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'
import { countCode } from '../accounts/code-limits.ts'
import { issueCode } from '../accounts/email-code.ts'
import { sendMails } from '../accounts/send-mails.ts'
import type { Client } from '../../access/client.ts'
import { clientNetwork } from '../../access/client-network.ts'
import { isCommonPassword } from '../../access/passwords.ts'
import { startSession } from '../../access/sessions.ts'
import { type SignedIn, signIn } from './sign-in.ts'
import { throttleAttempt } from '../../access/throttle.ts'

interface CreateAccount {
  email: string
  /** Null where it signs in with a provider only. */
  passwordHash: string | null
  firstName: string
  lastName: string
  nowMs: number
}

/** The new account's id; null where the address has one, also when two ask at once. */
export const createAccount = async (db: DatabaseOrTransaction, input: CreateAccount): Promise<string | null> => {
  const { nowMs, ...fields } = input
  const [created] = await db
    .insert(accounts)
    .values({ id: uuidv7(nowMs), ...fields, createdAt: new Date(nowMs) })
    .onConflictDoNothing({ target: accounts.email })
    .returning({ id: accounts.id })
  return created?.id ?? null
}

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

/** Mails the owner of a taken address about a sign-up with it, once a day at most. */
const notifyOwner = async (context: ApiContext, email: string): Promise<void> => {
  const { db, settings, now } = context
  const isTurn = await takeTurn(db, { key: `sign-up:taken:${email}`, everyMs: dayMs, nowMs: now() })
  const [owner] = isTurn
    ? await db.select({ id: accounts.id, email: accounts.email }).from(accounts).where(eq(accounts.email, email))
    : []
  if (owner !== undefined) await sendMails(context, db, [takenMail(owner.id, owner.email, settings.publicOrigin)])
}

const openAccount = async (context: ApiContext, input: SignUpInput, client: Client): Promise<SignedIn | null> => {
  const { password, ...person } = input
  const passwordHash = await context.passwords.hash(password)
  const nowMs = context.now()
  return context.db.transaction(async (tx) => {
    const accountId = await createAccount(tx, { ...person, passwordHash, nowMs })
    if (accountId === null) return null
    const own = { accountId, address: person.email }
    const networkPerHour = context.settings.codesPerHour
    // Nobody else can use up the codes for it, so that none is left out: an owner can always confirm the address.
    await countCode(tx, { ...own, isOwnAddress: true, network: clientNetwork(client.address), networkPerHour, nowMs })
    await issueCode(context, tx, own)
    return { accountId, sessionId: await startSession(tx, { accountId, client, nowMs }) }
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
    await notifyOwner(context, email)
    throw invalidFields({ email: 'This address cannot be used to sign up. If you have an account, sign in.' })
  }
}

/** Opens an account, signs in, and mails a code that confirms the address. */
export const signUp = async (context: ApiContext, input: SignUpInput, client: Client): Promise<SignedIn> => {
  await throttleAttempt(context, { action: 'sign-up', email: input.email, client })
  if (await isCommonPassword(input.password)) throw invalidFields({ password: 'This password is too easy to guess.' })
  const opened = await openAccount(context, input, client)
  if (opened === null) return withTakenAddress(context, input, client)
  context.log.info({ event: 'signed up', accountId: opened.accountId, remoteAddress: client.address }, 'signed up')
  return opened
}
