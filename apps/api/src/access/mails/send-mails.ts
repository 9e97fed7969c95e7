import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { sendSystemMails, type SystemMail } from '@knockwire/services/mail/send-system-mails'
import type { ApiContext } from '../../context.ts'

/** Queues system mails in the caller's transaction, as far as their limits allow; gives those that are queued. */
export const sendMails = (
  { queue, settings, now }: Pick<ApiContext, 'queue' | 'settings' | 'now'>,
  db: DatabaseOrTransaction,
  mails: readonly SystemMail[],
): Promise<SystemMail[]> => {
  const { publicOrigin, isEmbedded } = settings
  return sendSystemMails(db, mails, { queue, publicOrigin, isEmbedded, nowMs: now() })
}
