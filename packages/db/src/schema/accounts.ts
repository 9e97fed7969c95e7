import type { Plan } from '@knockwire/domain/plans/plan'
import type { TaskSortKey } from '@knockwire/domain/tasks/task'
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestamp } from './columns.ts'

export const accounts = pgTable('accounts', {
  id: uuid().primaryKey(),
  /** Lower case. */
  email: text().notNull().unique(),
  /** Null where the account signs in with a provider only. */
  passwordHash: text('password_hash'),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  plan: text().$type<Plan>().notNull().default('FREE'),
  taskListSortKey: text('task_list_sort_key').$type<TaskSortKey>().notNull().default('createdAt'),
  isAdvancedConditionEnabled: boolean('is_advanced_condition_enabled').notNull().default(true),
  createdAt: timestamp('created_at').notNull(),
  /** When its owner deleted it. Its data is deleted in batches from then on, and this row last. */
  deletedAt: timestamp('deleted_at'),
})

/** Only the SHA-256 of a session's id is kept. */
export const sessions = pgTable(
  'sessions',
  {
    idHash: text('id_hash').primaryKey(),
    /** What it is called in its owner's list: unlike the hash, nothing follows from it. */
    id: uuid().notNull().unique().defaultRandom(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at').notNull(),
    /** When its owner last proved who they are after signing in. */
    confirmedAt: timestamp('confirmed_at'),
    lastSeenAt: timestamp('last_seen_at').notNull(),
    expiresAt: timestamp('expires_at').notNull(),
    userAgent: text('user_agent'),
    remoteAddress: text('remote_address'),
  },
  (t) => [index('sessions_account').on(t.accountId), index('sessions_expiry').on(t.expiresAt)],
)

/** The addresses that an account may send notifications to. */
export const verifiedEmails = pgTable(
  'verified_emails',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    address: text().notNull(),
    verifiedAt: timestamp('verified_at').notNull(),
    /** Set by the address's own owner from a mail; nothing is sent to it afterwards. */
    unsubscribedAt: timestamp('unsubscribed_at'),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.address] })],
)

/** One open code for each account and address; a new code replaces the old. */
export const emailCodes = pgTable(
  'email_codes',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    address: text().notNull(),
    codeHash: text('code_hash').notNull(),
    tries: integer().notNull().default(0),
    expiresAt: timestamp('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.address] })],
)
