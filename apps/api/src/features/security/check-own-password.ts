import type { accounts } from '@knockwire/db/schema/accounts'
import type { ApiContext } from '../../context.ts'
import type { Client } from '../auth/client.ts'
import { verifyPassword } from '../auth/passwords.ts'
import { throttleAttempt } from '../auth/throttle-attempt.ts'

type Account = Pick<typeof accounts.$inferSelect, 'id' | 'email' | 'passwordHash'>

/** Counted as a sign-in is: a stolen session must not be a way to guess the password. */
export const checkOwnPassword = async (
  context: ApiContext,
  account: Account,
  password: string,
  client: Client,
): Promise<boolean> => {
  const refund = await throttleAttempt(context, { action: 'sign-in', email: account.email, client })
  const isRight = await verifyPassword(password, account.passwordHash)
  if (isRight) await refund()
  else {
    const { id: accountId } = account
    context.log.warn(
      { event: 'password confirmation rejected', accountId, remoteAddress: client.address },
      'password confirmation rejected',
    )
  }
  return isRight
}
