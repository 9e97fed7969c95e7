import type pg from 'pg'

const concurrently = /^(create (unique )?|drop )index concurrently\b/i
const builtName = /^create (?:unique )?index concurrently (?:if not exists )?"([^"]+)"/i

/** Without the comments before it. */
const bare = (statement: string) => statement.replace(/^(\s*--[^\n]*\n)*\s*/, '')

/** Whether a migration's statements are about indexes that are built while the table is written to. */
export const isIndexMigration = (statements: readonly string[]): boolean => {
  const matching = statements.filter((statement) => concurrently.test(bare(statement)))
  if (matching.length === 0) return false
  if (matching.length === statements.length) return true
  throw new Error('CREATE INDEX CONCURRENTLY cannot share a migration with other statements: give it its own file.')
}

/**
 * Runs statements that PostgreSQL allows outside of a transaction only. Interrupted, it may be called again: an index
 * that is complete is kept, and one that an earlier try left invalid is dropped and built again.
 */
export const buildIndexes = async (client: pg.ClientBase, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) {
    const name = builtName.exec(bare(statement))?.[1]
    if (name !== undefined && (await isBuilt(client, name))) continue
    await client.query(statement)
  }
}

/** Whether it exists and is valid; one that exists and is not is dropped. */
const isBuilt = async (client: pg.ClientBase, name: string): Promise<boolean> => {
  const sql = 'select indisvalid as valid from pg_index where indexrelid = to_regclass(quote_ident($1))'
  const { rows } = await client.query<{ valid: boolean }>(sql, [name])
  if (rows[0]?.valid !== false) return rows.length > 0
  await client.query(`drop index concurrently if exists "${name}"`)
  return false
}
