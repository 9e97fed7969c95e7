import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { serverFacts } from '@knockwire/db/schema/server-facts'
import { eq, sql } from 'drizzle-orm'

const name = 'can send mail'

/** How often each executor notes it. */
export const noteMailEveryMs = 60_000

/** An executor that can send mail has noted it within this time; then it does not matter that another one cannot. */
const trustedForMs = 3 * noteMailEveryMs

/**
 * Noted by executors, which alone have the mail server's settings, at their start and each minute. One that can send mail is enough: what
 * another one cannot do counts once none has noted that it can for three minutes. `nowMs`: epoch milliseconds.
 */
export const noteMailAvailability = async (db: DatabaseOrTransaction, isSo: boolean, nowMs: number): Promise<void> => {
  const noted = { isSo, notedAt: new Date(nowMs) }
  const isOutdated = sql`not ${serverFacts.isSo} or ${serverFacts.notedAt} <= ${new Date(nowMs - trustedForMs)}`
  await db
    .insert(serverFacts)
    .values({ name, ...noted })
    .onConflictDoUpdate({ target: serverFacts.name, set: noted, setWhere: isSo ? sql`true` : isOutdated })
}

/** Whether this server has a mail server, or embedded mode's outbox. Until an executor has said so, it is taken to have one. */
export const canSendMail = async (db: DatabaseOrTransaction): Promise<boolean> => {
  const [fact] = await db.select({ isSo: serverFacts.isSo }).from(serverFacts).where(eq(serverFacts.name, name))
  return fact?.isSo ?? true
}
