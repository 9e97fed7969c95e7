import { sessions } from '@knockwire/db/schema/accounts'
import { and, eq, gt, lt } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'
import type { Authenticated } from '../../plugins/route-config.ts'
import { hashSessionId } from './session-id.ts'
import { sessionRules } from './session-rules.ts'

/** Written once a minute at most, so that reading a page does not cost a write. */
const markSeen = async ({ db }: ApiContext, idHash: string, now: number) => {
  await db
    .update(sessions)
    .set({ lastSeenAt: new Date(now) })
    .where(and(eq(sessions.idHash, idHash), lt(sessions.lastSeenAt, new Date(now - sessionRules.seenEveryMs))))
}

/** Whose session an id opens; null where it has ended or never was. */
export const readSession = async (context: ApiContext, sessionId: string): Promise<Authenticated | null> => {
  const now = context.now()
  const idHash = hashSessionId(sessionId)
  const [session] = await context.db
    .select({
      id: sessions.id,
      accountId: sessions.accountId,
      createdAt: sessions.createdAt,
      confirmedAt: sessions.confirmedAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.idHash, idHash),
        gt(sessions.expiresAt, new Date(now)),
        gt(sessions.lastSeenAt, new Date(now - sessionRules.idleMs)),
      ),
    )
  if (session === undefined) return null
  if (now - session.lastSeenAt.getTime() > sessionRules.seenEveryMs) await markSeen(context, idHash, now)
  const { id, accountId, createdAt, confirmedAt } = session
  const confirmedAtMs = (confirmedAt ?? createdAt).getTime()
  return { caller: { accountId }, credential: { kind: 'session', id, confirmedAtMs } }
}
