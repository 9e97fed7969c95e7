import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamp } from './columns.ts'

/** What the operator has set for the whole instance, in one row. */
export const instanceState = pgTable('instance_state', {
  /** Always true: there is one row. */
  isOnly: boolean('is_only').primaryKey().default(true),
  banner: text(),
  /** Null: calls are made. */
  callsPausedAt: timestamp('calls_paused_at'),
})

export type ErrorSource = 'BROWSER' | 'API'

/** Unexpected errors, counted where they are the same. Nothing that a person typed is in them. */
export const reportedErrors = pgTable(
  'reported_errors',
  {
    /** A hash of what makes two errors the same. */
    id: text().primaryKey(),
    source: text().$type<ErrorSource>().notNull(),
    name: text().notNull(),
    message: text().notNull(),
    place: text().notNull(),
    frames: text().array().notNull(),
    build: text().notNull(),
    count: integer().notNull(),
    firstAt: timestamp('first_at').notNull(),
    lastAt: timestamp('last_at').notNull(),
  },
  (t) => [index('reported_errors_last').on(t.lastAt)],
)
