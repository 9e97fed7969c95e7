import { sessions } from '@knockwire/db/schema/users'
import type { SessionList } from '@knockwire/domain/accounts/security'
import { notFound } from '@knockwire/domain/errors'
import { and, desc, eq, gt, ne } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { sessionRules } from '../../access/sessions.ts'
import { auditOwnSignIn } from '../../access/audit.ts'

/** The caller's open sessions, the one last used first. */
export const listSessions = async (
  { db, now }: ApiContext,
  { userId }: Caller,
  currentId: string,
): Promise<SessionList> => {
  const { expiresAt, lastSeenAt } = sessions
  const isOpen = and(gt(expiresAt, new Date(now())), gt(lastSeenAt, new Date(now() - sessionRules.idleMs)))
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isOpen))
    .orderBy(desc(lastSeenAt))
    .limit(200)
  return {
    results: rows.map((row) => ({
      id: row.id,
      createdAt: row.createdAt.toISOString(),
      lastSeenAt: row.lastSeenAt.toISOString(),
      userAgent: row.userAgent,
      remoteAddress: row.remoteAddress,
      isCurrent: row.id === currentId,
    })),
  }
}

/** Ends one of the caller's sessions: its next call is 401. */
export const revokeSession = async (context: ApiContext, caller: Caller, id: string): Promise<void> => {
  const { db, log } = context
  const { userId } = caller
  await db.transaction(async (tx) => {
    const [ended] = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
      .returning({ userAgent: sessions.userAgent })
    if (ended === undefined) throw notFound('session')
    const object = { type: 'SESSION', id, name: ended.userAgent } as const
    await auditOwnSignIn(context, tx, caller, { action: 'session.ended', object })
  })
  log.info({ event: 'session revoked', userId, sessionId: id }, 'session revoked')
}

/** Ends all of the caller's sessions but one. */
export const endOtherSessions = async (context: ApiContext, caller: Caller, keptId: string): Promise<void> => {
  const { userId } = caller
  await context.db.transaction(async (tx) => {
    await tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, keptId)))
    await auditOwnSignIn(context, tx, caller, { action: 'session.others_ended' })
  })
  context.log.info({ event: 'other sessions revoked', userId }, 'other sessions revoked')
}
