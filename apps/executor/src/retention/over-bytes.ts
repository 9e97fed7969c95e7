import type pg from 'pg'
import { plainArray } from '@knockwire/db/sql-array'
import { deleteCut, executionHistory, type HistoryKind, lastId, requestHistory } from './history-kind.ts'

/** What is to be deleted of one history: its `most` oldest rows, none after `until`. */
export interface Cut {
  ownerId: string
  most: number
  until: string
}

const oldestOf = (kind: HistoryKind) => `
  select o.id as owner_id, oldest.id, oldest.bytes
  from ${kind.owners} o cross join lateral (
    select id, coalesce(stored_bytes, 0) as bytes from ${kind.rows}
    where ${kind.ownerId} = o.id and ${kind.isEnded} order by id nulls first limit $3
  ) oldest
  where o.account_id = $1`

/**
 * The oldest rows of all histories of an account, up to so many bytes. Of each history the first `$3` are looked at;
 * where one has more, nothing after the last of those is chosen, since the order beyond it is not known.
 */
const oldestSql = `
  with oldest as materialized (
    select '${executionHistory.owners}' as owners, executions.* from (${oldestOf(executionHistory)}) executions
    union all
    select '${requestHistory.owners}' as owners, requests.* from (${oldestOf(requestHistory)}) requests
  ), known as (
    select coalesce(min(last), '${lastId}')::uuid as until
    from (select max(id::text) as last from oldest group by owners, owner_id having count(*) = $3) ends
  ), ordered as (
    select oldest.*, sum(bytes) over (order by id) - bytes as bytes_before, row_number() over (order by id) as n
    from oldest, known where id <= known.until
  )
  select owners, owner_id as "ownerId", count(*)::int as most, max(id::text) as until
  from ordered where bytes_before < $2 and n <= $4 group by owners, owner_id`

/** Rows that are looked at of each history: few where the account has many of them. */
const rowsOfEach = (histories: number) => Math.min(50, Math.max(5, Math.floor(2000 / Math.max(1, histories))))

const countSql = `
  select ((select count(*) from tasks where account_id = $1) + (select count(*) from receivers where account_id = $1))::int as count`

export interface OldestOptions {
  accountId: string
  bytes: number
  /** Rows at most. */
  batch: number
}

/** The account's oldest executions and requests that take `bytes` together, or the first part of them. */
export const findOldest = async (
  client: pg.ClientBase | pg.Pool,
  { accountId, bytes, batch }: OldestOptions,
): Promise<Record<HistoryKind['owners'], Cut[]>> => {
  const { rows: counted } = await client.query<{ count: number }>(countSql, [accountId])
  const values = [accountId, bytes, rowsOfEach(counted[0]?.count ?? 0), batch]
  const { rows } = await client.query<Cut & Pick<HistoryKind, 'owners'>>(oldestSql, values)
  const cutsOf = (kind: HistoryKind) => rows.filter(({ owners }) => owners === kind.owners)
  return { tasks: cutsOf(executionHistory), receivers: cutsOf(requestHistory) }
}

const cutSql = (kind: HistoryKind) => `
  with cut as materialized (
    select wanted.* from unnest($1::uuid[], $2::int[], $3::uuid[]) as wanted (owner_id, most, until)
    join ${kind.counters} c on c.${kind.ownerId} = wanted.owner_id
    ${kind.lockCounters}
  ), ${deleteCut(kind, 'all')}
  select count(*)::int as count from deleted`

/** Makes cuts that were found, and gives the number of rows that are deleted. */
export const makeCuts = async (
  client: pg.ClientBase | pg.Pool,
  kind: HistoryKind,
  cuts: readonly Cut[],
): Promise<number> => {
  if (cuts.length === 0) return 0
  const { rows } = await client.query<{ count: number }>(cutSql(kind), [
    plainArray(cuts.map(({ ownerId }) => ownerId)),
    plainArray(cuts.map(({ most }) => most)),
    plainArray(cuts.map(({ until }) => until)),
  ])
  return rows[0]?.count ?? 0
}
