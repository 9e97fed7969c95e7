import { pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, timestamp } from './columns.ts'

/**
 * The scripts and styles of the builds that servers of this database have served, so that each of them can send those of
 * another: to a page that was opened before an upgrade, and while an upgrade replaces one server after the other.
 */
export const webFiles = pgTable('web_files', {
  /** With a hash of the content in it: `/assets/index-4f2a.js`. */
  path: text().primaryKey(),
  /** Compressed with brotli. */
  content: bytes().notNull(),
  /** When a server without it was started; null while it belongs to the newest build. */
  replacedAt: timestamp('replaced_at'),
})
