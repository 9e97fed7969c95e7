import type { Database } from '@knockwire/db/client'
import { accounts, verifiedEmails } from '@knockwire/db/schema/accounts'
import { rateSubscriptions } from '@knockwire/db/schema/rates'
import type { RateMailJob } from '@knockwire/domain/jobs'
import { and, eq, isNull } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { ExecutorContext } from '../../context.ts'
import { MailRejected, type Mailer } from '@knockwire/services/mail/mail'

interface Tools {
  database: Pick<ExecutorContext['database'], 'db'>
  mailer: Mailer
  log: Logger
}

/**
 * Sends a mail that was queued, unless its reader ended it meanwhile. A job is tried again where its worker dies, so a
 * death between the server's word and the job's end sends a mail twice, with one Message-ID; nothing is left out.
 */
export const sendRateMail = async (
  { kind, accountId, ...mail }: RateMailJob,
  { database: { db }, mailer, log }: Tools,
): Promise<void> => {
  if (!(await isStillSubscribed(db, { kind, accountId, to: mail.to }))) return
  try {
    await mailer.send(mail)
  } catch (error) {
    if (!(error instanceof MailRejected)) throw error
    log.error({ err: error, kind, accountId }, 'rate mail rejected')
  }
}

const isStillSubscribed = async (
  db: Database,
  { kind, accountId, to }: Pick<RateMailJob, 'kind' | 'accountId' | 'to'>,
): Promise<boolean> => {
  const isOwn = and(eq(verifiedEmails.accountId, accounts.id), eq(verifiedEmails.address, accounts.email))
  const rows = await db
    .select({ subscriber: rateSubscriptions.accountId })
    .from(accounts)
    .innerJoin(verifiedEmails, isOwn)
    .leftJoin(rateSubscriptions, eq(rateSubscriptions.accountId, accounts.id))
    .where(and(eq(accounts.id, accountId), eq(accounts.email, to), isNull(verifiedEmails.unsubscribedAt)))
  const [row] = rows
  return row !== undefined && (kind === 'ALERT' || row.subscriber !== null)
}
