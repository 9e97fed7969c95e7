import { accounts } from '@knockwire/db/schema/accounts'
import { passkeys } from '@knockwire/db/schema/credentials'
import type { PasskeyList } from '@knockwire/domain/accounts/passkey'
import { notFound } from '@knockwire/domain/errors'
import { and, desc, eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { securityMails } from '../auth/security-mails.ts'
import { presentPasskey } from './presenter.ts'

/** The caller's passkeys, newest first. */
export const listPasskeys = async ({ db }: ApiContext, { accountId }: Caller): Promise<PasskeyList> => {
  const rows = await db.select().from(passkeys).where(eq(passkeys.accountId, accountId)).orderBy(desc(passkeys.id))
  return { results: rows.map(presentPasskey) }
}

/** From then on it opens nothing; a notice is mailed. */
export const removePasskey = async (context: ApiContext, { accountId }: Caller, passkeyId: string): Promise<void> => {
  await context.db.transaction(async (tx) => {
    const [removed] = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, passkeyId), eq(passkeys.accountId, accountId)))
      .returning({ name: passkeys.name })
    if (removed === undefined) throw notFound('passkey')
    const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId))
    if (account === undefined) return
    const mails = securityMails(account.email, context.settings.publicOrigin)
    await context.queue.send(tx, 'system-mail', [mails.passkeyRemoved(removed.name)])
  })
  context.log.info({ event: 'passkey removed', accountId, passkeyId }, 'passkey removed')
}
