import { retryOnDeadlock } from '@knockwire/db/failures/retry-on-deadlock'
import { closeAccount } from '@knockwire/services/accounts/close-account'
import { ownerAddresses } from '@knockwire/services/accounts/owner-addresses'
import type { ApiContext, Caller } from '../../context.ts'
import { signedOut } from '../../plugins/route-config.ts'
import { lockOwnAccount } from '../../access/owned/lock-account.ts'
import { sendMails } from '../../access/mails/send-mails.ts'
import type { Client } from '../../access/client/client.ts'
import { accountDeletedMail } from '../../access/mails/security-mails.ts'
import { audit } from '../../access/audit.ts'

/**
 * Ends the caller's account: from its commit on nobody is signed in, no token works, nothing runs and its receivers answer
 * 404. A maintenance job then deletes what it has stored.
 */
export const deleteAccount = async (context: ApiContext, caller: Caller, client: Client): Promise<void> => {
  const { accountId } = caller
  await retryOnDeadlock(() =>
    context.db.transaction(async (tx) => {
      await lockOwnAccount(tx, accountId, 'update')
      // Before it is closed: whether their addresses were confirmed is deleted with it.
      const owners = (await ownerAddresses(tx, [accountId])).get(accountId) ?? []
      await sendMails(
        context,
        tx,
        owners.map((to) => accountDeletedMail({ accountId, to })),
      )
      await audit(context, tx, caller, { action: 'account.deleted' })
      if (!(await closeAccount(tx, { accountId, nowMs: context.now() }))) throw signedOut()
    }),
  )
  context.log.info({ event: 'account deleted', accountId, remoteAddress: client.address }, 'account deleted')
}
