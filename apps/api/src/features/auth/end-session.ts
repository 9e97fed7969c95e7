import { sessions } from '@knockwire/db/schema/accounts'
import { eq } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'
import { hashSessionId } from './session-id.ts'

/** Ends a session for good: its id opens nothing any more, wherever it is kept. */
export const endSession = async ({ db }: ApiContext, sessionId: string): Promise<void> => {
  await db.delete(sessions).where(eq(sessions.idHash, hashSessionId(sessionId)))
}
