import { accounts } from '@knockwire/db/schema/accounts'
import { oidcIdentities, passkeys } from '@knockwire/db/schema/credentials'
import type { SignInMethodsView } from '@knockwire/domain/accounts/security'
import { eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { signedOut } from '../../plugins/caller.ts'

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
