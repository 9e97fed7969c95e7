import { accounts } from '@knockwire/db/schema/accounts'
import type { ConfirmInput } from '@knockwire/domain/accounts/security'
import { invalidFields } from '@knockwire/domain/errors'
import { eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { signedOut } from '../../plugins/caller.ts'
import type { Client } from '../auth/client.ts'
import { markConfirmed } from '../auth/mark-confirmed.ts'
import { checkOwnPassword } from './check-own-password.ts'

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
