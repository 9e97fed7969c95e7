import type { DatabaseOrTransaction, Transaction } from '@knockwire/db/client'
import { verifiedEmails } from '@knockwire/db/schema/accounts'
import { oidcIdentities } from '@knockwire/db/schema/credentials'
import { users } from '@knockwire/db/schema/users'
import { freeAddress } from '@knockwire/services/accounts/unconfirmed-accounts'
import { EmailAddress } from '@knockwire/domain/accounts/credentials'
import { and, eq } from 'drizzle-orm'
import type { ApiContext } from '../../../context.ts'
import { isAdmittedAddress, mayOpenAccount } from '../../../access/admission.ts'
import { sendMails } from '../../../access/mails/send-mails.ts'
import { createUser } from '../../../access/owned/own-accounts.ts'
import { securityMails } from '../../../access/mails/security-mails.ts'
import { takeOverUser } from '../take-over-user.ts'
import type { OidcClaims } from './oidc-provider.ts'
import { auditUser } from '../../../access/audit.ts'
import type { Client } from '../../../access/client/client.ts'

/** Null where the provider has not confirmed the address: then it proves nothing about who it is. */
const confirmedAddress = ({ email, isEmailVerified }: OidcClaims): string | null => {
  const parsed = EmailAddress.safeParse(email)
  return isEmailVerified && parsed.success ? parsed.data : null
}

/** Null where the identity has not signed in here before. */
export const findLinkedUser = async (
  tx: DatabaseOrTransaction,
  { issuer, subject }: Pick<OidcClaims, 'issuer' | 'subject'>,
): Promise<string | null> => {
  const [linked] = await tx
    .select({ userId: oidcIdentities.userId })
    .from(oidcIdentities)
    .where(and(eq(oidcIdentities.issuer, issuer), eq(oidcIdentities.subject, subject)))
  return linked?.userId ?? null
}

/** Why an identity signs nobody in. */
export type Rejection = 'provider-unconfirmed' | 'provider-domain' | 'provider-uninvited' | 'provider-closed'

type Found = { userId: string | null } | { rejection: Rejection }

/**
 * The user that an identity at the provider signs in: the one that it is linked to, else the one with its confirmed address,
 * else a new one, where this instance lets them sign up. Null where the user was deleted meanwhile.
 */
export const findUser = (context: ApiContext, claims: OidcClaims, client: Client): Promise<Found> =>
  context.db.transaction(async (tx) => {
    const linked = await findLinkedUser(tx, claims)
    const address = confirmedAddress(claims)
    const ofLinked = linked === null ? null : await addressOf(tx, linked)
    const rejection = await rejectionOf(context, tx, address ?? ofLinked, linked !== null)
    if (rejection !== null) return { rejection }
    if (linked !== null || address === null) return { userId: linked }
    return { userId: await linkByAddress(context, tx, { claims, address, client }) }
  })

const addressOf = async (tx: Transaction, userId: string): Promise<string | null> => {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return user?.email ?? null
}

const rejectionOf = async (
  context: ApiContext,
  tx: Transaction,
  address: string | null,
  isLinked: boolean,
): Promise<Rejection | null> => {
  const { instance } = context.settings
  if (address === null) return 'provider-unconfirmed'
  if (!isAdmittedAddress(context.settings, address)) return 'provider-domain'
  const isKnown = isLinked || (await tx.$count(users, eq(users.email, address))) > 0
  if (isKnown || (await mayOpenAccount(context, tx, address))) return null
  return instance.signUps === 'invited' ? 'provider-uninvited' : 'provider-closed'
}

const linkByAddress = async (
  context: ApiContext,
  tx: Transaction,
  { claims, address, client }: { claims: OidcClaims; address: string; client: Client },
): Promise<string | null> => {
  await freeAddress(tx, { address, ownerId: null, defaultPlan: context.settings.defaultPlan })
  const created = await signUp(context, tx, claims, address)
  const userId = created ?? (await linkUser(context, tx, address))
  const action = created === null ? 'user.provider_linked' : 'user.signed_up'
  await auditUser(context, tx, { userId, client }, { action })
  const linkedNow = await tx
    .insert(oidcIdentities)
    .values({ issuer: claims.issuer, subject: claims.subject, userId, createdAt: new Date(context.now()) })
    .onConflictDoNothing()
    .returning({ userId: oidcIdentities.userId })
  // Of two first sign-ins at once, the second follows the first.
  return linkedNow.length === 1 ? userId : findLinkedUser(tx, claims)
}

/** Null where the address has a user. */
const signUp = async (context: ApiContext, tx: Transaction, claims: OidcClaims, email: string) => {
  const nowMs = context.now()
  const { firstName, lastName } = claims
  const created = await createUser(tx, {
    email,
    passwordHash: null,
    firstName,
    lastName,
    plan: context.settings.defaultPlan,
    nowMs,
  })
  if (created === null) return null
  const { userId, accountId } = created
  await tx.insert(verifiedEmails).values({ accountId, address: email, verifiedAt: new Date(nowMs), verifiedBy: userId })
  context.log.info({ event: 'signed up', accountId, userId, method: 'oidc' }, 'signed up')
  return userId
}

/** The provider's word is as good as a mailed code; where nobody had confirmed the address before, all else that signs them in is revoked. */
const linkUser = async (context: ApiContext, tx: Transaction, email: string): Promise<string> => {
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email)).for('update')
  if (user === undefined) throw new Error('The user was deleted meanwhile.')
  const userId = user.id
  const wasConfirmed = await takeOverUser(tx, { userId, email, nowMs: context.now() })
  if (!wasConfirmed) await tx.update(users).set({ passwordHash: null }).where(eq(users.id, userId))
  const mails = securityMails({ userId, email, origin: context.settings.publicOrigin })
  await sendMails(context, tx, [mails.providerLinked()])
  context.log.info({ event: 'provider linked', userId }, 'provider linked')
  return userId
}
