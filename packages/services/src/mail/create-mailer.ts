import type { Database } from '@knockwire/db/client'
import { devOutbox } from '@knockwire/db/schema/outbox'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { type Mailer, MailRejected, oneLine } from './mail.ts'
import { createSesMailer } from './ses.ts'
import { createSmtpMailer } from './smtp.ts'
import type { MailSettings } from './mail.ts'

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

export const createMailer = (settings: MailSettings, { db, timeoutMs, now }: MailerTools): Mailer => {
  switch (settings.kind) {
    case 'smtp':
      return createSmtpMailer(settings.url, settings.from, timeoutMs)
    case 'ses':
      return createSesMailer(settings.region, settings.from, timeoutMs)
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
