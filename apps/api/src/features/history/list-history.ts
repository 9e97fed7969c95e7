import type { Database, DatabaseOrTransaction } from '@knockwire/db/client'
import { isFiltered } from '@knockwire/domain/history/filters'
import { type HistoryQuery, watchedId } from '@knockwire/domain/history/history'
import { type SQL, sql } from 'drizzle-orm'
import type { InTurn } from '../../reads/expensive-reads.ts'
import { count, idsOf, inTime, readSnapshot } from './history-rows.ts'
import type { HistoryHead, HistoryIds, HistorySource } from './history-source.ts'

/** Reads a head and what belongs to it as of one time: what is newer comes with the head, and a search needs none of it. */
export const asOfOneTime = <T>(db: Database, query: HistoryQuery, read: (db: Database) => Promise<T>): Promise<T> =>
  isFiltered(query) || (query.after !== undefined && query.order !== 'oldest') ? read(db) : readSnapshot(db, read)

interface HistoryPart<Row> {
  results: Row[]
  total: number
  page: number
  hasNewItem: boolean
  newest: string | null
  newer: number
}

/**
 * A part of a history: a page, or what is newer than the caller has. Without filters it is read by the index alone;
 * a search takes its account's turn, and is given up with TOO_LARGE where it takes too long.
 */
export const listHistory = async <Row extends { id: string }>(
  db: Database,
  head: HistoryHead,
  query: HistoryQuery,
  source: HistorySource<Row> & { inTurn: InTurn },
): Promise<HistoryPart<Row>> => {
  const { page, pageTopObject } = query
  if (isFiltered(query)) return source.inTurn((reads) => inTime(reads, (tx) => readPart(tx, null, query, source)))
  if (query.order !== 'oldest' && pageTopObject !== undefined && head.top === pageTopObject) {
    return { results: [], total: head.total, page, hasNewItem: false, newest: head.newest, newer: 0 }
  }
  return readPart(db, head, query, source)
}

/** `head` null: the rows are filtered, so that they have to be counted. */
const readPart = <Row extends { id: string }>(
  db: DatabaseOrTransaction,
  head: HistoryHead | null,
  query: HistoryQuery,
  source: HistorySource<Row>,
): Promise<HistoryPart<Row>> => {
  if (query.order === 'oldest') return readOldest(db, head, query, source)
  return query.after === undefined ? readPage(db, head, query, source) : readNewer(db, head, query, source)
}

/** `head` null: the rows are filtered, so that they have to be counted. */
const readPage = async <Row extends { id: string }>(
  db: DatabaseOrTransaction,
  head: Pick<HistoryHead, 'total'> | null,
  query: HistoryQuery,
  source: HistorySource<Row>,
): Promise<HistoryPart<Row>> => {
  const { size, until, at } = query
  const asOf = until === undefined ? [] : [sql`${source.id} <= ${until}::uuid`]
  const where = [source.isOwn, ...source.filters, ...asOf]
  const page = at === undefined ? query.page : await pageAt(db, source, { where, at, size })
  const ids = await idsOf(db, source, { where, limit: size, offset: page * size })
  const isAll = page === 0 && ids.length < size
  // A search reads bodies: it is not made a second time to count what the first has found already.
  const counted = () => (isAll ? ids.length : count(db, source, where))
  const total = head === null || asOf.length > 0 ? await counted() : head.total
  const first = page === 0 ? ids : await idsOf(db, source, { where, limit: 1, offset: 0 })
  const results = await source.load(db, ids)
  return { results, total, page, hasNewItem: true, newest: first[0] ?? null, newer: 0 }
}

interface PageQuery {
  where: readonly SQL[]
  at: string
  size: number
}

/** The page of a time: the one that begins with it or contains it, the last one where all is newer. */
const pageAt = async (
  db: DatabaseOrTransaction,
  source: Pick<HistorySource<{ id: string }>, 'table' | 'createdAt'>,
  { where, at, size }: PageQuery,
): Promise<number> => {
  const newer = await count(db, source, [...where, sql`${source.createdAt} > ${at}::timestamptz`])
  const total = await count(db, source, where)
  return Math.floor(Math.max(0, Math.min(newer, total - 1)) / size)
}

interface Place {
  total: number
  /** How many rows are newer than the one. */
  newer: number
  size: number
}

/** The page that a row stands on, without filters. */
export const readEmbeddedPage = async <Row extends { id: string }>(
  db: DatabaseOrTransaction,
  { total, newer, size }: Place,
  source: HistorySource<Row>,
): Promise<Pick<HistoryPart<Row>, 'results' | 'total' | 'page' | 'newest'>> => {
  const page = Math.floor(newer / size)
  const { results, newest } = await readPage(db, { total }, { page, size }, source)
  return { results, total, page, newest }
}

const readNewer = async <Row extends { id: string }>(
  db: DatabaseOrTransaction,
  head: HistoryHead | null,
  { after = '', size, page, watch = [] }: HistoryQuery,
  source: HistorySource<Row>,
): Promise<HistoryPart<Row>> => {
  const { newer, newerIds } = head ?? (await findNewer(db, source, { after, size }))
  const rows = await source.load(db, [...newerIds, ...(await ownIds(db, source, watch))])
  const known = new Set(watch)
  const results = rows.filter((row) => !known.has(source.watchKey(row)))
  return {
    results,
    total: head?.total ?? newer,
    page,
    hasNewItem: results.length > 0,
    // Where nothing that matches is newer, the newest is the one that the caller has.
    newest: newerIds[0] ?? (head === null ? after : head.newest),
    newer,
  }
}

/** A page from the oldest on, of what is newer than `after` where that is given: who reads on after its last item skips none. */
const readOldest = async <Row extends { id: string }>(
  db: DatabaseOrTransaction,
  head: HistoryHead | null,
  { after, until, page, size }: HistoryQuery,
  source: HistorySource<Row>,
): Promise<HistoryPart<Row>> => {
  const { id, table, isOwn, filters } = source
  const newerThan = after === undefined ? [] : [sql`${id} > ${after}::uuid`]
  const asOf = until === undefined ? [] : [sql`${id} <= ${until}::uuid`]
  const all = [isOwn, ...filters, ...asOf]
  // The index, read backwards.
  const { rows } = await db.execute<{ id: string }>(sql`
    select ${id} as id from ${table} where ${sql.join([...all, ...newerThan], sql` and `)}
    order by ${id} asc nulls first limit ${size} offset ${page * size}`)
  const loaded = new Map(
    (
      await source.load(
        db,
        rows.map((row) => row.id),
      )
    ).map((row) => [row.id, row]),
  )
  const newer = after === undefined ? 0 : await count(db, source, [...all, ...newerThan])
  const [newest = null] =
    head === null || until !== undefined ? await idsOf(db, source, { where: all, limit: 1, offset: 0 }) : [head.newest]
  return {
    results: rows.flatMap((row) => loaded.get(row.id) ?? []),
    total: head === null || until !== undefined ? await count(db, source, all) : head.total,
    page,
    hasNewItem: rows.length > 0,
    newest,
    newer,
  }
}

const findNewer = async (
  db: DatabaseOrTransaction,
  source: HistoryIds,
  { after, size }: { after: string; size: number },
): Promise<Pick<HistoryHead, 'newer' | 'newerIds'>> => {
  const where = [source.isOwn, ...source.filters, sql`${source.id} > ${after}::uuid`]
  const newerIds = await idsOf(db, source, { where, limit: size, offset: 0 })
  return { newer: newerIds.length < size ? newerIds.length : await count(db, source, where), newerIds }
}

/** Those of the watched rows that are of this history. */
const ownIds = async <Row extends { id: string }>(
  db: DatabaseOrTransaction,
  source: HistorySource<Row>,
  watch: readonly string[],
): Promise<string[]> => {
  const ids = watch.map(watchedId).filter((id) => id !== null)
  if (ids.length === 0) return []
  return idsOf(db, source, {
    where: [source.isOwn, sql`${source.id} = any (${sql.param(ids)}::uuid[])`],
    limit: ids.length,
    offset: 0,
  })
}
