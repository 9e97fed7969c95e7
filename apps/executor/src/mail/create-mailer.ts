import type { Database } from '@knockwire/db/client'
import { devOutbox } from '@knockwire/db/schema/outbox'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { type Mailer, MailRejected, oneLine } from '@knockwire/services/mail/mail'
import type { MailSettings } from '@knockwire/services/mail/mail'
import { printable } from '@knockwire/domain/text/printable'

/** Embedded mode: what would have been sent, for the developer to read. */
const createOutboxMailer = (db: Database, now: () => number): Mailer => ({
  send: async ({ to, subject, text, html = null }) => {
    const id = uuidv7()
    const createdAt = new Date(now())
    await db
      .insert(devOutbox)
      .values({ id, channel: 'EMAIL', to: oneLine(to), subject: oneLine(subject), body: text, html, createdAt })
    return id
  },
  close: () => {},
})

interface MailerTools {
  db: Database
  timeoutMs: number
  now: () => number
}

/** Mails quote what others wrote, and must arrive whatever is in that. */
export const createMailer = async (settings: MailSettings, tools: MailerTools): Promise<Mailer> => {
  const mailer = await openMailer(settings, tools)
  return {
    send: ({ subject, text, html, ...mail }) =>
      mailer.send({
        ...mail,
        subject: printable(subject),
        text: printable(text),
        ...(html !== undefined && { html: printable(html) }),
      }),
    close: mailer.close,
  }
}

/** Loads only what sends mail here: Amazon's client alone takes several megabytes of memory. */
const openMailer = async (settings: MailSettings, { db, timeoutMs, now }: MailerTools): Promise<Mailer> => {
  switch (settings.kind) {
    case 'smtp': {
      const { createSmtpMailer } = await import('./smtp.ts')
      return createSmtpMailer(settings.url, settings.from, timeoutMs)
    }
    case 'ses': {
      const { createSesMailer } = await import('./ses.ts')
      return createSesMailer(settings.region, settings.from, timeoutMs)
    }
    case 'outbox':
      return createOutboxMailer(db, now)
    case 'none':
      return noMailer
  }
}

const noMailer: Mailer = {
  send: () => Promise.reject(new MailRejected('Email is not configured on this server.')),
  close: () => {},
}
