import type { AccountView } from '@knockwire/domain/accounts/account'
import type { ApiContext, Caller } from '../../context.ts'
import { signedOut } from '../../plugins/caller.ts'
import { presentAccount } from './presenter.ts'
import { findAccount, listVerifiedEmails } from './queries.ts'
import { messageUsageOf } from './read-usage.ts'

/** The caller's account as it is shown; 401 where it was deleted under an open session. */
export const readAccount = async (context: ApiContext, { accountId }: Caller): Promise<AccountView> => {
  const account = await findAccount(context, accountId)
  if (account === undefined) throw signedOut()
  const [verifiedEmails, usage] = await Promise.all([
    listVerifiedEmails(context, accountId),
    messageUsageOf(context, accountId, account.plan),
  ])
  return presentAccount(account, verifiedEmails, usage, { isSlackConfigured: context.settings.slack !== null })
}
