import type { SystemMailJob } from '@knockwire/domain/jobs'
import type { Logger } from 'pino'
import { MailRefused, type Mailer } from '@knockwire/services/mail/mail'

/** What is refused for good is logged and not tried again; any other failure is. */
export const sendSystemMail = async (
  mail: SystemMailJob,
  { mailer, log }: { mailer: Mailer; log: Logger },
): Promise<void> => {
  try {
    await mailer.send(mail)
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    log.error({ err: error, subject: mail.subject }, 'mail refused')
  }
}
