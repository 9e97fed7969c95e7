import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { sessions } from '@knockwire/db/schema/accounts'
import { notFound } from '@knockwire/domain/errors'
import { and, eq, ne } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'

/** Ends one of the caller's sessions: its next call is 401. */
export const revokeSession = async ({ db, log }: ApiContext, { accountId }: Caller, id: string): Promise<void> => {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.accountId, accountId)))
    .returning({ id: sessions.id })
  if (ended.length === 0) throw notFound('session')
  log.info({ event: 'session revoked', accountId, sessionId: id }, 'session revoked')
}

/** Ends all of an account's sessions but one. */
export const endOtherSessions = async (db: DatabaseOrTransaction, accountId: string, keptId: string): Promise<void> => {
  await db.delete(sessions).where(and(eq(sessions.accountId, accountId), ne(sessions.id, keptId)))
}
