import { sql } from 'drizzle-orm'
import { integer, pgTable, primaryKey, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { timestamp } from './columns.ts'

/** Times in which the network of an executor failed, so that runs were inconclusive: one for all executors together. */
export const networkOutages = pgTable(
  'network_outages',
  {
    id: uuid().primaryKey(),
    fromAt: timestamp('from_at').notNull(),
    /** When an executor last said that it lasts. */
    lastAt: timestamp('last_at').notNull(),
    /** Null while it lasts. */
    endedAt: timestamp('ended_at'),
  },
  () => [
    uniqueIndex('network_outages_open')
      .on(sql`(true)`)
      .where(sql`ended_at is null`),
  ],
)

/**
 * Whose runs were inconclusive in an outage, so that each account gets one message about it; deleted with it. No foreign key
 * to the account here and below: a run that ends would lock its account after its schedule, and a deletion does so the
 * other way round.
 */
export const networkOutageAccounts = pgTable(
  'network_outage_accounts',
  {
    outageId: uuid('outage_id')
      .notNull()
      .references(() => networkOutages.id, { onDelete: 'cascade' }),
    accountId: uuid('account_id').notNull(),
    runs: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.outageId, t.accountId] })],
)

/** Tasks that were deactivated for their failures and whose owner is not mailed yet: those of one account share a mail. */
export const deactivationsToMail = pgTable(
  'deactivations_to_mail',
  {
    accountId: uuid('account_id').notNull(),
    taskId: uuid('task_id').notNull(),
    failures: integer().notNull(),
    deactivatedAt: timestamp('deactivated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.taskId] })],
)
