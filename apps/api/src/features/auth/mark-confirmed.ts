import { sessions } from '@knockwire/db/schema/accounts'
import { eq } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'

/** Notes that the session's owner has just proved who they are: for a while it may change what opens the account. */
export const markConfirmed = async ({ db, now }: ApiContext, sessionId: string): Promise<void> => {
  await db
    .update(sessions)
    .set({ confirmedAt: new Date(now()) })
    .where(eq(sessions.id, sessionId))
}
