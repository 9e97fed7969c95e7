import { index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { EncryptedValue } from '../stored-json.ts'
import { accounts } from './accounts.ts'
import { timestamp } from './columns.ts'

/** Counts in fixed windows, exact across processes: sign-in attempts, codes, plan usage. */
export const rateWindows = pgTable(
  'rate_windows',
  {
    key: text().notNull(),
    windowStart: timestamp('window_start').notNull(),
    expiresAt: timestamp('expires_at').notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.windowStart] }), index('rate_windows_expiry').on(t.expiresAt)],
)

/**
 * Calls that came with an `Idempotency-Key`, each written in the transaction of its change: one that is repeated gets the
 * first response and changes nothing. Kept for a day.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    id: uuid().primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The id of the API token that made the call, or `user` and the id of the member who made it in a browser. */
    holder: text().notNull(),
    key: text().notNull(),
    /** SHA-256 of the call's method, address and body. */
    fingerprint: text().notNull(),
    /** The body of the response as JSON text; it may contain secret headers. Null only within the transaction. */
    response: jsonb().$type<EncryptedValue>(),
    createdAt: timestamp('created_at').notNull(),
  },
  (t) => [
    unique('idempotency_keys_once').on(t.accountId, t.holder, t.key),
    index('idempotency_keys_age').on(t.createdAt),
  ],
)
