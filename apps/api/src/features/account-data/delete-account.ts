import { retryOnDeadlock } from '@knockwire/db/retry-on-deadlock'
import { closeAccount } from '@knockwire/services/accounts/close-account'
import type { ApiContext, Caller } from '../../context.ts'
import { signedOut } from '../../plugins/route-config.ts'
import { lockOwnAccount } from '../../access/lock-account.ts'
import { sendMails } from '../accounts/send-mails.ts'
import type { Client } from '../../access/client.ts'
import { accountDeletedMail } from '../../access/security-mails.ts'

/**
 * Ends the caller's account: from its commit on nobody is signed in, no token works, nothing runs and its receivers answer
 * 404. A maintenance job then deletes what it has stored.
 */
export const deleteAccount = async (context: ApiContext, { accountId }: Caller, client: Client): Promise<void> => {
  await retryOnDeadlock(() =>
    context.db.transaction(async (tx) => {
      const { email } = await lockOwnAccount(tx, accountId, 'update')
      // Before it is closed: whether its address was confirmed is deleted with it.
      await sendMails(context, tx, [accountDeletedMail({ accountId, email })])
      if ((await closeAccount(tx, { accountId, nowMs: context.now() })) === null) throw signedOut()
    }),
  )
  context.log.info({ event: 'account deleted', accountId, remoteAddress: client.address }, 'account deleted')
}
