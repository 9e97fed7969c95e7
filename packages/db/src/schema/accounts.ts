import type { Plan } from '@knockwire/domain/plans/plan'
import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestamp } from './columns.ts'

/** What owns tasks, receivers and all else: a team's, or one person's. Who works in it: `memberships`. */
export const accounts = pgTable('accounts', {
  id: uuid().primaryKey(),
  /** As its members see it where they have more than one account. */
  name: text().notNull(),
  plan: text().$type<Plan>().notNull().default('FREE'),
  isAdvancedConditionEnabled: boolean('is_advanced_condition_enabled').notNull().default(true),
  createdAt: timestamp('created_at').notNull(),
  /** When the operator suspended it: nothing of it runs or is changed. */
  suspendedAt: timestamp('suspended_at'),
  /** Why, as its members read it. */
  suspendedReason: text('suspended_reason'),
  /** When an owner deleted it. Its data is deleted in batches from then on, and this row last. */
  deletedAt: timestamp('deleted_at'),
})

/** The addresses that an account may send notifications to. */
export const verifiedEmails = pgTable(
  'verified_emails',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    address: text().notNull(),
    verifiedAt: timestamp('verified_at').notNull(),
    /** The user who entered its code, for whom alone it proves that the address is theirs. */
    verifiedBy: uuid('verified_by'),
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
