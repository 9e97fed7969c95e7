import type { SignUpInput } from '@knockwire/domain/accounts/credentials'
import { AppError, invalidFields } from '@knockwire/domain/errors'
import type { ApiContext } from '../../context.ts'
import { countCode } from '../accounts/code-limits.ts'
import { issueCode } from '../accounts/issue-code.ts'
import { clientNetwork } from './client-network.ts'
import type { Client } from './client.ts'
import { isCommonPassword } from './common-passwords.ts'
import { createAccount } from './create-account.ts'
import { hashPassword } from './passwords.ts'
import { signIn, type SignedIn } from './sign-in.ts'
import { startSession } from './start-session.ts'
import { tellOwner } from './taken-address.ts'
import { throttleAttempt } from './throttle-attempt.ts'

const openAccount = async (context: ApiContext, input: SignUpInput, client: Client): Promise<SignedIn | null> => {
  const { password, ...person } = input
  const passwordHash = await hashPassword(password)
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
 * else the owner is told by mail, and the answer says no more than that it does not go with these details.
 */
const withTakenAddress = async (context: ApiContext, input: SignUpInput, client: Client): Promise<SignedIn> => {
  const { email, password } = input
  try {
    return await signIn(context, { email, password }, client)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'WRONG_CREDENTIALS') throw error
    await tellOwner(context, email)
    throw invalidFields({ email: 'This address cannot be used to sign up. If you have an account, please sign in.' })
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
