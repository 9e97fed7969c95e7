import { oidcIdentities, passkeys } from '@knockwire/db/schema/credentials'
import { users } from '@knockwire/db/schema/users'
import type { ConfirmInput, SignInMethodsView } from '@knockwire/domain/accounts/security'
import { invalidFields } from '@knockwire/domain/errors'
import { eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { signedOut } from '../../plugins/route-config.ts'
import type { Client } from '../../access/client.ts'
import { markConfirmed } from '../../access/sessions.ts'
import { checkOwnPassword } from './change-password.ts'

/** Confirms a session with its user's password, so that it may change what signs them in. */
export const confirmSession = async (
  context: ApiContext,
  { userId }: Caller,
  sessionId: string,
  { password }: ConfirmInput,
  client: Client,
): Promise<void> => {
  const [user] = await context.db.select().from(users).where(eq(users.id, userId))
  if (user === undefined) throw signedOut()
  if (!(await checkOwnPassword(context, user, password, client))) {
    throw invalidFields({ password: 'Incorrect password.' })
  }
  await markConfirmed(context, sessionId)
  context.log.info({ event: 'session confirmed', userId, method: 'password' }, 'session confirmed')
}

export const readSignInMethods = async ({ db }: ApiContext, { userId }: Caller): Promise<SignInMethodsView> => {
  const [user] = await db
    .select({
      passwordHash: users.passwordHash,
      identities: db.$count(oidcIdentities, eq(oidcIdentities.userId, userId)),
      passkeys: db.$count(passkeys, eq(passkeys.userId, userId)),
    })
    .from(users)
    .where(eq(users.id, userId))
  if (user === undefined) throw signedOut()
  return {
    hasPassword: user.passwordHash !== null,
    isProviderLinked: user.identities > 0,
    passkeys: user.passkeys,
  }
}
