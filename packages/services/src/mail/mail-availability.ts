import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { serverFacts } from '@knockwire/db/schema/server-facts'
import { eq } from 'drizzle-orm'

const name = 'can send mail'

/** Noted by executors, which alone have the mail server's settings. `nowMs`: epoch milliseconds. */
export const noteMailAvailability = async (db: DatabaseOrTransaction, isSo: boolean, nowMs: number): Promise<void> => {
  const noted = { isSo, notedAt: new Date(nowMs) }
  await db
    .insert(serverFacts)
    .values({ name, ...noted })
    .onConflictDoUpdate({ target: serverFacts.name, set: noted })
}

/** Whether this server has a mail server, or embedded mode's outbox. Until an executor has said so, it is taken to have one. */
export const canSendMail = async (db: DatabaseOrTransaction): Promise<boolean> => {
  const [fact] = await db.select({ isSo: serverFacts.isSo }).from(serverFacts).where(eq(serverFacts.name, name))
  return fact?.isSo ?? true
}
