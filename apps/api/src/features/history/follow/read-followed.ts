import type { Database, DatabaseOrTransaction } from '@knockwire/db/client'
import type { Gap } from '@knockwire/domain/errors'
import { type Cursor, writeCursor } from '@knockwire/domain/history/cursor'
import { readSnapshot } from '../history-rows.ts'

/** A row without what is in it. `bytes`: about what it takes in memory. `seq`: null where it was recorded before rows had numbers. */
export interface Place {
  id: string
  seq: number | null
  bytes: number
}

/**
 * A history in the order of its commits. Rows are numbered from 1 on in that order, without a gap, by the owner's row that every
 * commit locks. So who has seen those up to a number misses none that commits later, and a number that is missing was deleted.
 */
export interface FollowedHistory<Row> {
  /** The greatest number that was given; throws NOT_FOUND where the caller has no such owner. */
  lastSeq: (db: DatabaseOrTransaction) => Promise<number>
  /** The first rows behind a number. */
  numbered: (db: DatabaseOrTransaction, afterSeq: number, limit: number) => Promise<Place[]>
  /** The first rows without a number behind an id, or all: they are older than any that has one. */
  unnumbered: (db: DatabaseOrTransaction, afterId: string | null, limit: number) => Promise<Place[]>
  isKept: (db: DatabaseOrTransaction, id: string) => Promise<boolean>
  /** Whole rows, in any order. */
  load: (db: DatabaseOrTransaction, ids: readonly string[]) => Promise<Row[]>
}

export interface FollowedRow<Row> {
  row: Row
  /** By which one goes on behind it. */
  cursor: string
}

export type Followed<Row> =
  | { kind: 'rows'; rows: FollowedRow<Row>[]; cursor: Cursor; hasMore: boolean }
  | { kind: 'gap'; gap: Gap; cursor: Cursor }

interface Part {
  cursor: Cursor
  /** Rows at most. */
  limit: number
  /** Bytes at most, but for one row that is larger. */
  maxBytes: number
}

/** What a caller who stands at the cursor reads next. Where nothing is new, that is one query by the owner's key. */
export const readFollowed = async <Row extends { id: string }>(
  db: Database,
  history: FollowedHistory<Row>,
  part: Part,
): Promise<Followed<Row>> => {
  const { cursor } = part
  if (cursor.kind === 'now') return nothing(await history.lastSeq(db))
  if (cursor.kind === 'seq' && cursor.seq === (await history.lastSeq(db))) return nothing(cursor.seq)
  return readSnapshot(db, (tx) => readPart(tx, history, part))
}

const atSeq = (seq: number): Cursor => ({ kind: 'seq', seq })

const nothing = (seq: number): Followed<never> => ({ kind: 'rows', rows: [], cursor: atSeq(seq), hasMore: false })

const gapBefore = (cursor: Cursor, missed: number | null): Followed<never> => ({
  kind: 'gap',
  gap: { cursor: writeCursor(cursor), missed },
  cursor,
})

const readPart = async <Row extends { id: string }>(
  db: DatabaseOrTransaction,
  history: FollowedHistory<Row>,
  part: Part,
): Promise<Followed<Row>> => {
  const { cursor } = part
  const last = await history.lastSeq(db)
  if (cursor.kind === 'now') return nothing(last)
  if (cursor.kind === 'seq') return readNumbered(db, history, { ...part, after: cursor.seq, last })
  if (cursor.kind === 'unnumbered' && cursor.isChecked && !(await history.isKept(db, cursor.id)))
    return gapBefore({ ...cursor, isChecked: false }, null)
  const afterId = cursor.kind === 'start' ? null : cursor.id
  const older = await history.unnumbered(db, afterId, part.limit + 1)
  if (older.length > 0) {
    const taken = within(older, part)
    return present(db, history, taken, { hasMore: last > 0 || taken.length < older.length })
  }
  const after = cursor.kind === 'start' ? await oldestCursor(db, history, last) : 0
  return readNumbered(db, history, { ...part, after, last })
}

/** The number before a row's; the last one where there is no row. */
const before = (place: Place | undefined, last: number): number => {
  const seq = place?.seq ?? null
  return seq === null ? last : seq - 1
}

/** Behind which number the oldest row that is kept stands. */
const oldestCursor = async (db: DatabaseOrTransaction, history: FollowedHistory<unknown>, last: number) => {
  const [oldest] = await history.numbered(db, 0, 1)
  return before(oldest, last)
}

const readNumbered = async <Row extends { id: string }>(
  db: DatabaseOrTransaction,
  history: FollowedHistory<Row>,
  { after, last, ...part }: Part & { after: number; last: number },
): Promise<Followed<Row>> => {
  // Numbers that were not given yet: the database is an older one than the caller has read.
  if (after > last) return gapBefore(atSeq(await oldestCursor(db, history, last)), null)
  const found = await history.numbered(db, after, part.limit)
  const isNext = ({ seq }: Place, index: number) => seq === after + 1 + index
  const firstMissing = found.findIndex((place, index) => !isNext(place, index))
  const next = firstMissing === -1 ? found : found.slice(0, firstMissing)
  if (next.length === 0) {
    const keptAfter = before(found[0], last)
    return keptAfter === after ? nothing(after) : gapBefore(atSeq(keptAfter), keptAfter - after)
  }
  const taken = within(next, part)
  return present(db, history, taken, { hasMore: after + taken.length < last })
}

const within = (places: readonly Place[], { limit, maxBytes }: Part): Place[] => {
  const taken: Place[] = []
  let bytes = 0
  for (const place of places.slice(0, limit)) {
    bytes += place.bytes
    if (taken.length > 0 && bytes > maxBytes) break
    taken.push(place)
  }
  return taken
}

const cursorBehind = ({ seq, id }: Place): Cursor =>
  seq === null ? { kind: 'unnumbered', id, isChecked: true } : atSeq(seq)

const present = async <Row extends { id: string }>(
  db: DatabaseOrTransaction,
  history: FollowedHistory<Row>,
  places: readonly Place[],
  { hasMore }: { hasMore: boolean },
): Promise<Followed<Row>> => {
  const ids = places.map(({ id }) => id)
  const byId = new Map((await history.load(db, ids)).map((row) => [row.id, row]))
  const rows = places.map((place) => {
    const row = byId.get(place.id)
    // Read in one snapshot: all of them are there.
    if (row === undefined) throw new Error(`The row ${place.id} was found and not loaded.`)
    return { row, cursor: writeCursor(cursorBehind(place)) }
  })
  const lastPlace = places.at(-1)
  if (lastPlace === undefined) throw new Error('There are no rows to present.')
  return { kind: 'rows', rows, cursor: cursorBehind(lastPlace), hasMore }
}
