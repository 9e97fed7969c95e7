import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
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
