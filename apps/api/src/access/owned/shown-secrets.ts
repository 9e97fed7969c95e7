import type { Secrets } from '@knockwire/services/secrets/secrets'
import { type SQL, sql } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'

/** What a caller's views are decrypted with; null for a read-only token, which sees no value of a secret header anywhere. */
export const shownSecrets = (
  { secrets }: Pick<ApiContext, 'secrets'>,
  { isReadOnly = false }: Caller,
): Secrets | null => (isReadOnly ? null : secrets)

/** Whose search it is. */
export type Searcher = Pick<Caller, 'isReadOnly'>

/** Of a column of URLs, what a search looks at: who may not see keys there does not find out about them letter by letter. */
export const searchedUrl = (column: SQL, { isReadOnly = false }: Searcher): SQL =>
  isReadOnly ? sql`split_part(${column}, '?', 1)` : column
