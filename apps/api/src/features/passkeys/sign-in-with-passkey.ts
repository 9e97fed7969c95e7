import { passkeys } from '@knockwire/db/schema/credentials'
import type { PasskeySignInInput } from '@knockwire/domain/accounts/passkey'
import { AppError } from '@knockwire/domain/errors'
import { takeTurn } from '@knockwire/services/usage/rate-window'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { eq } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'
import { throwIfMethodOff } from '../../access/admission.ts'
import type { Client } from '../../access/client/client.ts'
import { lockUser } from '../../access/owned/lock-user.ts'
import { type SignedIn, startSession } from '../../access/sessions.ts'
import { loadWebAuthn, relyingParty } from './manage-passkeys.ts'
import { auditUser, signedInBy } from '../../access/audit.ts'

/** Names no account and no passkey: the authenticator finds its own for this site, and nobody learns who has one. */
export const passkeySignInOptions = async ({ settings }: ApiContext) => {
  throwIfMethodOff(settings, 'passkey')
  const { generateAuthenticationOptions } = await loadWebAuthn()
  return generateAuthenticationOptions({ rpID: relyingParty(settings).id, userVerification: 'required' })
}

type Passkey = typeof passkeys.$inferSelect

const verify = async ({ settings, log }: ApiContext, passkey: Passkey, credential: unknown, challenge: string) => {
  const { id, origin } = relyingParty(settings)
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      // The library checks every part of it.
      response: credential as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: { id: passkey.credentialId, publicKey: Uint8Array.from(passkey.publicKey), counter: passkey.counter },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo : null
  } catch (error) {
    log.warn({ err: error, event: 'passkey sign-in rejected', userId: passkey.userId }, 'passkey sign-in rejected')
    return null
  }
}

/** Null where the passkey was removed meanwhile. */
const openSession = (
  context: ApiContext,
  { id, userId }: Passkey,
  changes: Pick<Passkey, 'counter' | 'isBackedUp'>,
  client: Client,
) =>
  context.db.transaction(async (tx): Promise<SignedIn | null> => {
    const nowMs = context.now()
    if ((await lockUser(tx, userId)) === undefined) return null
    const used = await tx
      .update(passkeys)
      .set({ ...changes, lastUsedAt: new Date(nowMs) })
      .where(eq(passkeys.id, id))
      .returning({ id: passkeys.id })
    if (used.length === 0) return null
    await auditUser(context, tx, { userId, client }, { action: 'user.signed_in', changes: signedInBy('passkey') })
    return startSession(tx, { userId, client, plan: context.settings.defaultPlan, nowMs })
  })

/** Opens a session for the passkey's user where it signed `challenge`, which the caller has taken: it works once. */
export const signInWithPasskey = async (
  context: ApiContext,
  { credential }: PasskeySignInInput,
  challenge: string | null,
  client: Client,
): Promise<SignedIn> => {
  throwIfMethodOff(context.settings, 'passkey')
  const [passkey] = await context.db.select().from(passkeys).where(eq(passkeys.credentialId, credential.id))
  const proof =
    passkey === undefined || challenge === null ? null : await verify(context, passkey, credential, challenge)
  const opened =
    passkey === undefined || proof === null
      ? null
      : await openSession(context, passkey, { counter: proof.newCounter, isBackedUp: proof.credentialBackedUp }, client)
  if (opened === null) {
    if (passkey !== undefined) await recordRejection(context, passkey, client)
    context.log.warn(
      { event: 'sign-in rejected', method: 'passkey', remoteAddress: client.address },
      'sign-in rejected',
    )
    throw new AppError('WRONG_CREDENTIALS', 'This passkey did not work. Try again, or sign in another way.')
  }
  const { accountId, userId } = opened
  const event = { event: 'signed in', accountId, userId, method: 'passkey', remoteAddress: client.address }
  context.log.info(event, 'signed in')
  return opened
}

/** Once a minute: who knows a passkey's public id may send it again and again. */
const recordRejection = async (context: ApiContext, { id, userId }: Passkey, client: Client): Promise<void> => {
  const turn = { key: `passkey-rejected:${id}`, everyMs: 60_000, nowMs: context.now() }
  if (!(await takeTurn(context.db, turn))) return
  const by = { userId, client, by: 'VISITOR' } as const
  await auditUser(context, context.db, by, { action: 'user.sign_in_failed', changes: signedInBy('passkey') })
}
