import { accounts } from '@knockwire/db/schema/accounts'
import { oidcIdentities, passkeys } from '@knockwire/db/schema/credentials'
import type { ConfirmInput, SignInMethodsView } from '@knockwire/domain/accounts/security'
import { invalidFields } from '@knockwire/domain/errors'
import { eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { signedOut } from '../../plugins/route-config.ts'
import type { Client } from '../../access/client.ts'
import { markConfirmed } from '../../access/sessions.ts'
import { checkOwnPassword } from './change-password.ts'

/** Confirms a session with the account's password, so that it may change what opens the account. */
export const confirmSession = async (
  context: ApiContext,
  { accountId }: Caller,
  sessionId: string,
  { password }: ConfirmInput,
  client: Client,
): Promise<void> => {
  const [account] = await context.db.select().from(accounts).where(eq(accounts.id, accountId))
  if (account === undefined) throw signedOut()
  if (!(await checkOwnPassword(context, account, password, client))) {
    throw invalidFields({ password: 'Incorrect password.' })
  }
  await markConfirmed(context, sessionId)
  context.log.info({ event: 'session confirmed', accountId, method: 'password' }, 'session confirmed')
}

export const readSignInMethods = async ({ db }: ApiContext, { accountId }: Caller): Promise<SignInMethodsView> => {
  const [account] = await db
    .select({
      passwordHash: accounts.passwordHash,
      identities: db.$count(oidcIdentities, eq(oidcIdentities.accountId, accountId)),
      passkeys: db.$count(passkeys, eq(passkeys.accountId, accountId)),
    })
    .from(accounts)
    .where(eq(accounts.id, accountId))
  if (account === undefined) throw signedOut()
  return {
    hasPassword: account.passwordHash !== null,
    isProviderLinked: account.identities > 0,
    passkeys: account.passkeys,
  }
}
