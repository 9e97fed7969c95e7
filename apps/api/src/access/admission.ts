import { createHash } from 'node:crypto'
import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { accounts } from '@knockwire/db/schema/accounts'
import { invitations } from '@knockwire/db/schema/credentials'
import { users } from '@knockwire/db/schema/users'
import { AppError, invalidFields } from '@knockwire/domain/errors'
import { allowedAddresses, isAllowedAddress, type SignInMethod } from '@knockwire/domain/instance/instance-rules'
import { and, eq, gt, isNull, type SQL } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import type { Settings } from '../settings.ts'

/** Who is let in at all, by what the operator set. */

const namesOfMethods: Record<SignInMethod, string> = {
  password: 'passwords',
  passkey: 'passkeys',
  oidc: 'single sign-on',
}

/** A way to sign in that the operator left out is neither offered nor accepted, nor can it be set up. */
export const throwIfMethodOff = ({ instance }: Settings, method: SignInMethod): void => {
  if (!instance.signInMethods.includes(method))
    throw new AppError(
      'SIGN_IN_METHOD_OFF',
      `This server does not accept ${namesOfMethods[method]}. Sign in another way.`,
    )
}

/** Whether an address is of the domains that this server takes, if it names some; those of OPERATORS are taken whatever their domain. */
export const isAdmittedAddress = ({ instance, operators }: Settings, email: string): boolean =>
  operators.includes(email) || isAllowedAddress(instance, email)

/** `key`: the field of the form that the address is in. */
export const throwIfDomainNotAllowed = (settings: Settings, email: string, key = 'email'): void => {
  const { instance } = settings
  if (!isAdmittedAddress(settings, email))
    throw invalidFields({ [key]: `This server accepts ${allowedAddresses(instance)} only.` })
}

/** Where nobody new is taken, an invitation to somebody without an account would lead nowhere. */
export const throwIfNobodyToInvite = async ({ settings, db }: ApiContext, email: string): Promise<void> => {
  if (settings.instance.signUps !== 'closed' || settings.operators.includes(email)) return
  if ((await db.$count(users, eq(users.email, email))) > 0) return
  throw invalidFields({ email: 'This server accepts no new accounts, and this address has none. Ask its operator.' })
}

/** What is kept instead of an invitation's token, so that a copy of the table lets nobody in. */
export const hashInvitation = (token: string) => createHash('sha256').update(token).digest('hex')

const hasInvitation = async (db: DatabaseOrTransaction, email: string, nowMs: number, more?: SQL): Promise<boolean> => {
  const open = and(eq(invitations.email, email), gt(invitations.expiresAt, new Date(nowMs)), more)
  const found = await db
    .select({ id: invitations.id })
    .from(invitations)
    .innerJoin(accounts, and(eq(accounts.id, invitations.accountId), isNull(accounts.deletedAt)))
    .where(open)
    .limit(1)
  return found.length > 0
}

/**
 * Whether a provider's word that the address is this person's is enough for an account: anybody's, that of somebody whom a
 * pending invitation names, or nobody's; and always that of an operator.
 */
export const mayOpenAccount = async (
  { settings, now }: ApiContext,
  db: DatabaseOrTransaction,
  email: string,
): Promise<boolean> => {
  const { signUps } = settings.instance
  if (settings.operators.includes(email)) return true
  return signUps === 'open' || (signUps === 'invited' && (await hasInvitation(db, email, now())))
}

/**
 * An invitation that was mailed to this address shows by its token that the address is this person's. The addresses of OPERATORS need
 * none, so that an instance never has to be open for its first user: before a mailed code confirms the address, it is worth nothing.
 */
export const throwIfSignUpRejected = async (
  { settings, db, now }: ApiContext,
  { email, invitation }: { email: string; invitation?: string | undefined },
): Promise<void> => {
  const { signUps } = settings.instance
  if (signUps === 'open' || settings.operators.includes(email)) return
  if (signUps === 'closed')
    throw new AppError('SIGN_UPS_CLOSED', 'This server accepts no new accounts. Ask its administrator.')
  const withToken = invitation === undefined ? null : eq(invitations.tokenHash, hashInvitation(invitation))
  if (withToken === null || !(await hasInvitation(db, email, now(), withToken)))
    throw new AppError(
      'INVITATION_NEEDED',
      'To sign up here, you need an invitation: open the link in its email, and sign up with the address that it was sent to.',
    )
}
