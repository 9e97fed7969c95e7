import { sessions } from '@knockwire/db/schema/accounts'
import type { SessionList } from '@knockwire/domain/accounts/security'
import { and, desc, eq, gt } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { sessionRules } from '../auth/session-rules.ts'

/** The caller's open sessions, the one last used first. */
export const listSessions = async (
  { db, now }: ApiContext,
  { accountId }: Caller,
  currentId: string,
): Promise<SessionList> => {
  const { expiresAt, lastSeenAt } = sessions
  const isOpen = and(gt(expiresAt, new Date(now())), gt(lastSeenAt, new Date(now() - sessionRules.idleMs)))
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.accountId, accountId), isOpen))
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
