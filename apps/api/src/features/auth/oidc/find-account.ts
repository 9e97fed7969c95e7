import type { DatabaseOrTransaction, Transaction } from '@knockwire/db/client'
import { accounts, verifiedEmails } from '@knockwire/db/schema/accounts'
import { oidcIdentities } from '@knockwire/db/schema/credentials'
import { freeAddress } from '@knockwire/services/accounts/unconfirmed-accounts'
import { EmailAddress } from '@knockwire/domain/accounts/credentials'
import { and, eq } from 'drizzle-orm'
import type { ApiContext } from '../../../context.ts'
import { sendMails } from '../../accounts/send-mails.ts'
import { createAccount } from '../sign-up.ts'
import { securityMails } from '../../../access/security-mails.ts'
import { takeOverAccount } from '../take-over-account.ts'
import type { OidcClaims } from './oidc-provider.ts'

/** Null where the provider has not confirmed the address: then it proves nothing about whose account it is. */
const confirmedAddress = ({ email, isEmailVerified }: OidcClaims): string | null => {
  const parsed = EmailAddress.safeParse(email)
  return isEmailVerified && parsed.success ? parsed.data : null
}

/** Null where the identity has not signed in here before. */
export const findLinkedAccount = async (
  tx: DatabaseOrTransaction,
  { issuer, subject }: Pick<OidcClaims, 'issuer' | 'subject'>,
): Promise<string | null> => {
  const [linked] = await tx
    .select({ accountId: oidcIdentities.accountId })
    .from(oidcIdentities)
    .where(and(eq(oidcIdentities.issuer, issuer), eq(oidcIdentities.subject, subject)))
  return linked?.accountId ?? null
}

/** An id that no account has. */
const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * The account that an identity at the provider signs in to: the one that it is linked to, else the one with its confirmed
 * address, else a new one. Null where the provider has not confirmed the address.
 */
export const findAccount = (context: ApiContext, claims: OidcClaims): Promise<string | null> =>
  context.db.transaction(async (tx) => {
    const linked = await findLinkedAccount(tx, claims)
    if (linked !== null) return linked
    const address = confirmedAddress(claims)
    if (address === null) return null
    await freeAddress(tx, { address, ownerId: nobody })
    const accountId = (await openAccount(context, tx, claims, address)) ?? (await joinAccount(context, tx, address))
    const linkedNow = await tx
      .insert(oidcIdentities)
      .values({ issuer: claims.issuer, subject: claims.subject, accountId, createdAt: new Date(context.now()) })
      .onConflictDoNothing()
      .returning({ accountId: oidcIdentities.accountId })
    // Of two first sign-ins at once, the second follows the first.
    return linkedNow.length === 1 ? accountId : findLinkedAccount(tx, claims)
  })

/** Null where the address has an account. */
const openAccount = async (context: ApiContext, tx: Transaction, claims: OidcClaims, email: string) => {
  const nowMs = context.now()
  const { firstName, lastName } = claims
  const accountId = await createAccount(tx, { email, passwordHash: null, firstName, lastName, nowMs })
  if (accountId === null) return null
  await tx.insert(verifiedEmails).values({ accountId, address: email, verifiedAt: new Date(nowMs) })
  context.log.info({ event: 'signed up', accountId, method: 'oidc' }, 'signed up')
  return accountId
}

/** The provider's word is as good as a mailed code; where nobody had confirmed the address before, all else that opens the account is revoked. */
const joinAccount = async (context: ApiContext, tx: Transaction, email: string): Promise<string> => {
  const [account] = await tx
    .select({ id: accounts.id, passwordHash: accounts.passwordHash })
    .from(accounts)
    .where(eq(accounts.email, email))
    .for('update')
  if (account === undefined) throw new Error('The account was deleted meanwhile.')
  const wasConfirmed = await takeOverAccount(tx, { accountId: account.id, email, nowMs: context.now() })
  if (!wasConfirmed) await tx.update(accounts).set({ passwordHash: null }).where(eq(accounts.id, account.id))
  const mails = securityMails({ accountId: account.id, email, origin: context.settings.publicOrigin })
  await sendMails(context, tx, [mails.providerLinked()])
  context.log.info({ event: 'provider linked', accountId: account.id }, 'provider linked')
  return account.id
}
