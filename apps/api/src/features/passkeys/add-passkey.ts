import { passkeys } from '@knockwire/db/schema/credentials'
import { users } from '@knockwire/db/schema/users'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { type AddPasskeyInput, maxPasskeys, type PasskeyView } from '@knockwire/domain/accounts/passkey'
import { AppError } from '@knockwire/domain/errors'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { signedOut } from '../../plugins/route-config.ts'
import { throwIfMethodOff } from '../../access/admission.ts'
import { throwIfOwnAddressUnconfirmed } from '../../access/owned/confirmed-account.ts'
import { lockOwnUser } from '../../access/owned/lock-user.ts'
import { sendMails } from '../../access/mails/send-mails.ts'
import { securityMails } from '../../access/mails/security-mails.ts'
import { loadWebAuthn, presentPasskey, relyingParty } from './manage-passkeys.ts'
import { auditOwnSignIn } from '../../access/audit.ts'

/** What the browser needs to make a passkey, with a fresh challenge for the caller to keep. */
export const passkeyOptions = async ({ db, settings }: ApiContext, { userId }: Caller) => {
  throwIfMethodOff(settings, 'passkey')
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (user === undefined) throw signedOut()
  await throwIfOwnAddressUnconfirmed({ settings }, db, userId, 'add passkeys')
  const known = await db.select().from(passkeys).where(eq(passkeys.userId, userId))
  const { name, id } = relyingParty(settings)
  const { generateRegistrationOptions } = await loadWebAuthn()
  return generateRegistrationOptions({
    rpName: name,
    rpID: id,
    userName: user.email,
    userDisplayName: `${user.firstName} ${user.lastName}`.trim() || user.email,
    userID: Uint8Array.from(Buffer.from(userId.replaceAll('-', ''), 'hex')),
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    // Found without an address, and unlocked by its owner: it is a whole sign-in alone.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

const notAdded = () => new AppError('CONFLICT', 'This passkey could not be added. Try again.')

const verify = async ({ settings, log }: ApiContext, credential: unknown, challenge: string) => {
  const { id, origin } = relyingParty(settings)
  const { verifyRegistrationResponse } = await loadWebAuthn()
  try {
    return await verifyRegistrationResponse({
      // The library checks every part of it.
      response: credential as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
    })
  } catch (error) {
    log.warn({ err: error, event: 'passkey rejected' }, 'passkey rejected')
    throw notAdded()
  }
}

/** Keeps the public key of a passkey that was made for `challenge`, and mails a notice. */
export const addPasskey = async (
  context: ApiContext,
  caller: Caller,
  { name, credential }: AddPasskeyInput,
  challenge: string,
): Promise<PasskeyView> => {
  throwIfMethodOff(context.settings, 'passkey')
  const { userId } = caller
  const { registrationInfo } = await verify(context, credential, challenge)
  if (registrationInfo === undefined) throw notAdded()
  const { credential: made, credentialBackedUp: isBackedUp } = registrationInfo
  const nowMs = context.now()
  const row: typeof passkeys.$inferSelect = {
    id: uuidv7(nowMs),
    userId,
    credentialId: made.id,
    publicKey: made.publicKey,
    counter: made.counter,
    transports: made.transports ?? [],
    isBackedUp,
    name,
    createdAt: new Date(nowMs),
    lastUsedAt: null,
  }
  await context.db.transaction(async (tx) => {
    // Locked, so that two at once cannot pass the limit together.
    const { email } = await lockOwnUser(tx, userId, 'update')
    await throwIfOwnAddressUnconfirmed(context, tx, userId, 'add passkeys')
    if ((await tx.$count(passkeys, eq(passkeys.userId, userId))) >= maxPasskeys) {
      throw new AppError('CONFLICT', `You have ${maxPasskeys} passkeys. Remove one that you no longer use.`)
    }
    const added = await tx.insert(passkeys).values(row).onConflictDoNothing().returning({ id: passkeys.id })
    if (added.length === 0) throw notAdded()
    const mails = securityMails({ userId, email, origin: context.settings.publicOrigin })
    await sendMails(context, tx, [mails.passkeyAdded(name)])
    const object = { type: 'PASSKEY', id: row.id, name } as const
    await auditOwnSignIn(context, tx, caller, { action: 'passkey.added', object })
  })
  context.log.info({ event: 'passkey added', userId, passkeyId: row.id }, 'passkey added')
  return presentPasskey(row)
}
