import { sessions } from '@knockwire/db/schema/accounts'
import { eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { hashSessionId } from './session-id.ts'

/** Ends a session for good: its id opens nothing any more, wherever it is kept. Gives whose it was; null where there is none. */
export const endSession = async ({ db }: ApiContext, sessionId: string): Promise<Caller | null> => {
  const own = eq(sessions.idHash, hashSessionId(sessionId))
  const [ended] = await db.delete(sessions).where(own).returning({ accountId: sessions.accountId })
  return ended ?? null
}
