import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamp } from './columns.ts'

/** What one kind of process knows of the server by its settings and others ask for, by name. The last that was started says it. */
export const serverFacts = pgTable('server_facts', {
  name: text().primaryKey(),
  isSo: boolean('is_so').notNull(),
  notedAt: timestamp('noted_at').notNull(),
})
