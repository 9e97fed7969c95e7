import { oidcIdentities, passkeys } from '@knockwire/db/schema/credentials'
import { users } from '@knockwire/db/schema/users'
import type { ConfirmInput, SignInMethodsView } from '@knockwire/domain/accounts/security'
import { invalidFields } from '@knockwire/domain/errors'
import { eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { signedOut } from '../../plugins/route-config.ts'
import { throwIfMethodOff } from '../../access/admission.ts'
import type { Client } from '../../access/client/client.ts'
import { markConfirmed } from '../../access/sessions.ts'
import { checkOwnPassword } from './change-password.ts'
import { auditOwnSignIn } from '../../access/audit.ts'

/** Confirms a session with its user's password, so that it may change what signs them in. */
export const confirmSession = async (
  context: ApiContext,
  caller: Caller,
  sessionId: string,
  { password }: ConfirmInput,
  client: Client,
): Promise<void> => {
  throwIfMethodOff(context.settings, 'password')
  const { userId } = caller
  const [user] = await context.db.select().from(users).where(eq(users.id, userId))
  if (user === undefined) throw signedOut()
  if (!(await checkOwnPassword(context, user, password, client))) {
    throw invalidFields({ password: 'Incorrect password.' })
  }
  await context.db.transaction(async (tx) => {
    await markConfirmed(context, tx, sessionId)
    await auditOwnSignIn(context, tx, caller, { action: 'user.confirmed' })
  })
  context.log.info({ event: 'session confirmed', userId, method: 'password' }, 'session confirmed')
}

/** Those of the user that this instance accepts. */
export const readSignInMethods = async (
  { db, settings }: ApiContext,
  { userId }: Caller,
): Promise<SignInMethodsView> => {
  const [user] = await db
    .select({
      passwordHash: users.passwordHash,
      identities: db.$count(oidcIdentities, eq(oidcIdentities.userId, userId)),
      passkeys: db.$count(passkeys, eq(passkeys.userId, userId)),
    })
    .from(users)
    .where(eq(users.id, userId))
  if (user === undefined) throw signedOut()
  const { signInMethods } = settings.instance
  return {
    hasPassword: signInMethods.includes('password') && user.passwordHash !== null,
    isProviderLinked: signInMethods.includes('oidc') && user.identities > 0,
    passkeys: signInMethods.includes('passkey') ? user.passkeys : 0,
  }
}
