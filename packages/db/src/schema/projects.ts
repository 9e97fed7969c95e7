import { integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { EncryptedValue } from '../stored-json.ts'
import { accounts } from './accounts.ts'
import { timestamp } from './columns.ts'

/** What one file manages. Which tasks and receivers those are, their `managed_by` says. */
export const projects = pgTable(
  'projects',
  {
    id: uuid().primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** Counts the applies, and the edits by hand of what it manages. */
    revision: integer().notNull().default(0),
    /** The file's name, as its user knows it. */
    source: text(),
    appliedAt: timestamp('applied_at'),
    createdAt: timestamp('created_at').notNull(),
  },
  (t) => [uniqueIndex('projects_name').on(t.accountId, t.name)],
)

/** What `${secret:NAME}` in requests stands for. */
export const accountSecrets = pgTable(
  'account_secrets',
  {
    id: uuid().primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    value: jsonb().$type<EncryptedValue>().notNull(),
    createdAt: timestamp('created_at').notNull(),
    updatedAt: timestamp('updated_at').notNull(),
  },
  (t) => [uniqueIndex('account_secrets_name').on(t.accountId, t.name)],
)
