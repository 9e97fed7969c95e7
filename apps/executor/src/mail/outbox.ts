import type { Database } from '@knockwire/db/client'
import { devOutbox } from '@knockwire/db/schema/outbox'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { oneLine, type Mailer } from './mail.ts'

/** Embedded mode: what would have been sent, for the developer to read. */
export const createOutboxMailer = (db: Database, now: () => number): Mailer => ({
  send: async ({ to, subject, text }) => {
    const id = uuidv7()
    const createdAt = new Date(now())
    await db
      .insert(devOutbox)
      .values({ id, channel: 'EMAIL', to: oneLine(to), subject: oneLine(subject), body: text, createdAt })
    return id
  },
  close: () => {},
})
