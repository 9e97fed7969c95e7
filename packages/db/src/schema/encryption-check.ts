import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { EncryptedValue } from '../stored-json.ts'

/** One row: a known text, encrypted under the key that encrypts all else, by which each start finds out whether it has that key. */
export const encryptionCheck = pgTable('encryption_check', {
  id: text().primaryKey(),
  value: jsonb().$type<EncryptedValue>().notNull(),
})
