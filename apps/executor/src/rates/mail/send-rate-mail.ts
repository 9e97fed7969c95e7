import type { Database } from '@knockwire/db/client'
import { verifiedEmails } from '@knockwire/db/schema/accounts'
import { accountOwners } from '@knockwire/db/schema/users'
import { isOwnAddress } from '@knockwire/services/accounts/owner-addresses'
import { rateSubscriptions } from '@knockwire/db/schema/rates'
import type { RateMailJob } from '@knockwire/domain/jobs'
import { and, eq, isNull } from 'drizzle-orm'
import type { ExecutorContext } from '../../context.ts'
import type { Mailer } from '@knockwire/services/mail/mail'

interface Tools {
  database: Pick<ExecutorContext['database'], 'db'>
  mailer: Mailer
}

/**
 * Sends a mail that was queued, unless its reader ended it meanwhile. A job is tried again where its worker dies, so a
 * death between the server's word and the job's end sends a mail twice, with one Message-ID; nothing is left out. False where
 * it was not sent.
 */
export const sendRateMail = async (
  { kind, accountId, ...mail }: RateMailJob,
  { database: { db }, mailer }: Tools,
): Promise<boolean> => {
  if (!(await isStillSubscribed(db, { kind, accountId, to: mail.to }))) return false
  await mailer.send(mail)
  return true
}

const isStillSubscribed = async (
  db: Database,
  { kind, accountId, to }: Pick<RateMailJob, 'kind' | 'accountId' | 'to'>,
): Promise<boolean> => {
  const rows = await db
    .select({ subscriber: rateSubscriptions.accountId })
    .from(accountOwners)
    .innerJoin(verifiedEmails, isOwnAddress)
    .leftJoin(rateSubscriptions, eq(rateSubscriptions.accountId, accountOwners.accountId))
    .where(
      and(eq(accountOwners.accountId, accountId), eq(accountOwners.email, to), isNull(verifiedEmails.unsubscribedAt)),
    )
  const [row] = rows
  return row !== undefined && (kind === 'ALERT' || row.subscriber !== null)
}
