import type { Database, DatabaseOrTransaction } from '@knockwire/db/client'
import { AppError } from '@knockwire/domain/errors'
import { type SQL, sql } from 'drizzle-orm'
import type { HistoryIds, HistorySource } from './history-source.ts'

/** Milliseconds that one search of a history may take. */
const mostSearchMs = 5000

/** All that is read sees the database as of one time. */
export const readSnapshot = <T>(db: Database, read: (tx: Database) => Promise<T>): Promise<T> =>
  db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })

/** Read within one transaction, so that the count belongs to the page, and cut off where it takes too long. */
export const inTime = async <T>(db: Database, work: (tx: DatabaseOrTransaction) => Promise<T>): Promise<T> => {
  try {
    return await readSnapshot(db, async (tx) => {
      await tx.execute(sql.raw(`set local statement_timeout = ${mostSearchMs}`))
      return work(tx)
    })
  } catch (error) {
    if (!isCutOff(error)) throw error
    throw new AppError('TOO_LARGE', 'The search takes too long. Choose a shorter range of time, or search for less.')
  }
}

const isCutOff = (error: unknown): boolean => {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return cause instanceof Error && 'code' in cause && cause.code === '57014'
}

/** The newest row of all, whatever the filters; null where there is none. */
export const newestIdOf = async (db: Database, source: HistoryIds): Promise<string | null> => {
  const [newest = null] = await idsOf(db, source, { where: [source.isOwn], limit: 1, offset: 0 })
  return newest
}

interface Stretch {
  /** Ids greater than this one. */
  after: string
  until: string
  limit: number
}

/** The oldest ids of a stretch of the history, in order; TOO_LARGE where finding them takes too long. */
export const idsBetween = (
  db: Database,
  { isOwn, filters, table, id }: HistoryIds,
  { after, until, limit }: Stretch,
): Promise<string[]> =>
  inTime(db, async (tx) => {
    const where = [isOwn, ...filters, sql`${id} > ${after}::uuid`, sql`${id} <= ${until}::uuid`]
    // The index, read backwards.
    const { rows } = await tx.execute<{ id: string }>(sql`
      select ${id} as id from ${table} where ${sql.join(where, sql` and `)}
      order by ${id} asc nulls first limit ${limit}`)
    return rows.map((row) => row.id)
  })

interface Chosen {
  where: readonly SQL[]
  limit: number
  offset: number
}

/** The index is `nulls last`, and read in its order only by a query that orders the same way. */
export const idsOf = async (
  db: DatabaseOrTransaction,
  { table, id }: Pick<HistorySource<{ id: string }>, 'table' | 'id'>,
  { where, limit, offset }: Chosen,
): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    select ${id} as id from ${table} where ${sql.join([...where], sql` and `)}
    order by ${id} desc nulls last limit ${limit} offset ${offset}`)
  return rows.map((row) => row.id)
}

export const count = async (
  db: DatabaseOrTransaction,
  { table }: Pick<HistorySource<{ id: string }>, 'table'>,
  where: readonly SQL[],
): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from ${table} where ${sql.join([...where], sql` and `)}`)
  return rows[0]?.count ?? 0
}
