import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestamp } from './columns.ts'

/** Embedded mode without providers: what would have been sent. */
export const devOutbox = pgTable(
  'dev_outbox',
  {
    id: uuid().primaryKey(),
    channel: text().notNull(),
    to: text().notNull(),
    subject: text(),
    body: text().notNull(),
    /** Of an email: its HTML part. */
    html: text(),
    createdAt: timestamp('created_at').notNull(),
  },
  (t) => [index('dev_outbox_to').on(t.to, t.id.desc())],
)
