import { passkeys } from '@knockwire/db/schema/credentials'
import type { PasskeyList, PasskeyView } from '@knockwire/domain/accounts/passkey'
import { notFound } from '@knockwire/domain/errors'
import { and, desc, eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import type { Settings } from '../../settings.ts'
import { lockOwnUser } from '../../access/owned/lock-user.ts'
import { sendMails } from '../../access/mails/send-mails.ts'
import { securityMails } from '../../access/mails/security-mails.ts'
import { auditOwnSignIn } from '../../access/audit.ts'

export const presentPasskey = (row: typeof passkeys.$inferSelect): PasskeyView => ({
  id: row.id,
  name: row.name,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  isBackedUp: row.isBackedUp,
})

/** The caller's passkeys, newest first. */
export const listPasskeys = async ({ db }: ApiContext, { userId }: Caller): Promise<PasskeyList> => {
  const rows = await db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(desc(passkeys.id))
  return { results: rows.map(presentPasskey) }
}

/** From then on it opens nothing; a notice is mailed. */
export const removePasskey = async (context: ApiContext, caller: Caller, passkeyId: string): Promise<void> => {
  const { userId } = caller
  await context.db.transaction(async (tx) => {
    const { email } = await lockOwnUser(tx, userId, 'update')
    const [removed] = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, passkeyId), eq(passkeys.userId, userId)))
      .returning({ name: passkeys.name })
    if (removed === undefined) throw notFound('passkey')
    const mails = securityMails({ userId, email, origin: context.settings.publicOrigin })
    await sendMails(context, tx, [mails.passkeyRemoved(removed.name)])
    const object = { type: 'PASSKEY', id: passkeyId, name: removed.name } as const
    await auditOwnSignIn(context, tx, caller, { action: 'passkey.removed', object })
  })
  context.log.info({ event: 'passkey removed', userId, passkeyId }, 'passkey removed')
}

/** This site, as authenticators know it. A passkey works at this host name only, so that no phishing page can use it. */
export const relyingParty = ({ publicOrigin }: Settings) => ({
  name: 'Knockwire',
  id: new URL(publicOrigin).hostname,
  origin: publicOrigin,
})

/** Some 250 files, which half a second of a start would go to: read when the first passkey is used. */
export const loadWebAuthn = () => import('@simplewebauthn/server')
