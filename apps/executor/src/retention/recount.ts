import type pg from 'pg'
import { plainArray } from '@knockwire/db/sql-array'
import { firstId, type HistoryKind } from './history-kind.ts'
import { withExclusiveLock } from './sweep.ts'

const nextSql = (kind: HistoryKind) =>
  `select ${kind.ownerId} as id from ${kind.counters} where ${kind.ownerId} > $1 order by ${kind.ownerId} limit $2`

const countedSql = (kind: HistoryKind) => `
  select count(*)::int as total, coalesce(sum(stored_bytes), 0)::bigint as bytes
  from ${kind.rows} where ${kind.ownerId} = wanted.id`

const differsSql = (kind: HistoryKind) => `(c.${kind.total} <> actual.total or c.stored_bytes <> actual.bytes)`

/**
 * Rows and counters change in one transaction, so one statement sees whether they agree without a lock. Reading a
 * history from a slow disk takes seconds, and a process that records for one of the owners would wait for it.
 */
const wrongSql = (kind: HistoryKind) => `
  select wanted.id from unnest($1::uuid[]) as wanted (id)
  join ${kind.counters} c on c.${kind.ownerId} = wanted.id
  cross join lateral (${countedSql(kind)}) actual
  where ${differsSql(kind)}`

/** One that somebody else has locked just now is left to the next time. */
const lockSql = (kind: HistoryKind) => `
  select 1 from ${kind.counters} where ${kind.ownerId} = $1 for no key update skip locked`

/** A statement of its own after the lock: it has to see what those who had the lock have committed. */
const correctSql = (kind: HistoryKind) => `
  update ${kind.counters} c set ${kind.total} = actual.total, stored_bytes = actual.bytes
  from (select $1::uuid as id) wanted cross join lateral (${countedSql(kind)}) actual
  where c.${kind.ownerId} = wanted.id and ${differsSql(kind)}`

/** Whether the owner's counters were corrected. Its rows have just been read, so the lock is short. */
const correct = async (client: pg.ClientBase, kind: HistoryKind, ownerId: string): Promise<boolean> => {
  await client.query('begin')
  const { rowCount: locked } = await client.query(lockSql(kind), [ownerId])
  const { rowCount } = locked === 1 ? await client.query(correctSql(kind), [ownerId]) : { rowCount: 0 }
  await client.query('commit')
  return rowCount === 1
}

interface Recounted {
  /** Counters that were wrong. */
  corrected: number
  /** The last owner that was looked at; null where there was none. */
  last: string | null
}

/** Counts the histories of the next owners again, and corrects their counters. */
const recountPage = async (
  client: pg.ClientBase,
  kind: HistoryKind,
  { after, owners }: { after: string; owners: number },
): Promise<Recounted> => {
  const paging = { name: `next_${kind.owners}`, text: nextSql(kind), values: [after, owners] }
  const { rows: next } = await client.query<{ id: string }>(paging)
  const ids = next.map(({ id }) => id)
  if (ids.length === 0) return { corrected: 0, last: null }
  const counting = { name: `recount_${kind.owners}`, text: wrongSql(kind), values: [plainArray(ids)] }
  const { rows: wrong } = await client.query<{ id: string }>(counting)
  let corrected = 0
  for (const { id } of wrong) if (await correct(client, kind, id)) corrected += 1
  return { corrected, last: ids.at(-1) ?? null }
}

const ownersAtOnce = 20
/** Where all is right, as it nearly always is: ten thousand owners are looked through in half an hour, at next to no cost. */
const pagesAtOnce = 10
/** Where something was wrong, the next owners are looked through at once. */
const forMs = 500

export interface RecountTools {
  pool: pg.Pool
  kind: HistoryKind
  lock: number
  isStopped: () => boolean
}

/**
 * Goes on through all owners, a part each time, and begins again after the last; gives how many counters were wrong. A
 * part is some pages, and goes on for as long as there is something to correct.
 */
export const createRecount = ({ pool, kind, lock, isStopped }: RecountTools): (() => Promise<number>) => {
  let after = firstId
  return async () => {
    const until = performance.now() + forMs
    let corrected = 0
    for (let left = pagesAtOnce; left > 0 && !isStopped() && performance.now() < until; left -= 1) {
      const page = { after, owners: ownersAtOnce }
      const done = await withExclusiveLock(pool, lock, (client) => recountPage(client, kind, page))
      // Another executor counts just now: this one goes on from here the next time.
      if (done === null) break
      corrected += done.corrected
      after = done.last ?? firstId
      if (done.last === null) break
      if (done.corrected > 0) left = pagesAtOnce
    }
    return corrected
  }
}
