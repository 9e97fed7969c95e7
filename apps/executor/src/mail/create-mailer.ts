import type { Database } from '@knockwire/db/client'
import type { MailSettings } from '../settings.ts'
import { MailRefused, type Mailer } from './mail.ts'
import { createOutboxMailer } from './outbox.ts'
import { createSesMailer } from './ses.ts'
import { createSmtpMailer } from './smtp.ts'

export interface MailerTools {
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
  send: () => Promise.reject(new MailRefused('Email is not configured on this server.')),
  close: () => {},
}
