import type { DatabaseOrTransaction } from '@knockwire/db/client'
import type { HistoryQuery } from '@knockwire/domain/history/history'
import { type SQL, sql } from 'drizzle-orm'

/** Where a history is read: which of its rows, by id alone. */
export interface HistorySource<Row extends { id: string }> {
  /** Limits a statement to this history. */
  isOwn: SQL
  table: SQL
  id: SQL
  createdAt: SQL
  /** What the query's filters ask of a row. */
  filters: SQL[]
  load: (db: DatabaseOrTransaction, ids: readonly string[]) => Promise<Row[]>
  /** The row with all that may still change. */
  watchKey: (row: Row) => string
}

/** What is needed to find a history's rows. */
export type HistoryIds = Pick<HistorySource<{ id: string }>, 'isOwn' | 'table' | 'id' | 'filters'>

/** How many rows there are, as it is kept with the owner, what the query's page begins with, and what is newer. */
export interface HistoryHead {
  total: number
  top: string | null
  newest: string | null
  newer: number
  /** The newest of them, as many as a page has. */
  newerIds: readonly string[]
}

/** Columns for the statement that reads an owner's head. */
interface NewerColumns {
  newest: SQL<string | null>
  newer: SQL<number>
  newerIds: SQL<string[]>
}

/**
 * What is newer than the caller has, read by the statement that reads the total: a row that arrives meanwhile is in both, or in
 * neither. With a row in one of them alone, the caller would count it twice.
 */
export const newerColumns = (
  { isOwn, table, id }: Pick<HistoryIds, 'isOwn' | 'table' | 'id'>,
  { after, size }: Pick<HistoryQuery, 'after' | 'size'>,
): NewerColumns => {
  const isNewer = after === undefined ? sql`false` : sql`${isOwn} and ${id} > ${after}::uuid`
  return {
    newest: sql`(select ${id} from ${table} where ${isOwn} order by ${id} desc nulls last limit 1)`,
    newer: sql`(select count(*)::int from ${table} where ${isNewer})`,
    newerIds: sql`array(select ${id} from ${table} where ${isNewer} order by ${id} desc nulls last limit ${size})`,
  }
}
