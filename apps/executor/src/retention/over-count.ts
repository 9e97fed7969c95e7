import { plans } from '@knockwire/domain/plans/plans'
import type pg from 'pg'
import { plainArray } from '@knockwire/db/sql-array'
import { deleteCut, type HistoryKind, lastId } from './history-kind.ts'

const limits = Object.entries(plans).map(([plan, { history }]) => ({ plan, kept: history.executions }))

/** A history of no more than this is within every plan. */
export const leastKept = Math.min(...limits.map(({ kept }) => kept))

const allowance = [plainArray(limits.map(({ plan }) => plan)), plainArray(limits.map(({ kept }) => kept))] as const

/** Between `over`, the owners above their plan with what it keeps, and the statement's end. */
const deleteOver = (kind: HistoryKind, most = (excess: string) => excess) => `
  cut as materialized (
    select over.owner_id, ${most(`c.${kind.total} - over.kept`)} as most, '${lastId}'::uuid as until
    from over join ${kind.counters} c on c.${kind.ownerId} = over.owner_id
    where c.${kind.total} > over.kept
    ${kind.lockCounters}
  ), ${deleteCut(kind, '$3::int')}`

const planOf = ({ owners }: HistoryKind, owner: string) => `
  join ${owners} o on o.id = ${owner} join accounts a on a.id = o.account_id
  join unnest($1::text[], $2::int[]) as allowance (plan, kept) on allowance.plan = a.plan`

const byIdSql = (kind: HistoryKind) => `
  with over as materialized (
    select c.${kind.ownerId} as owner_id, allowance.kept
    from ${kind.counters} c ${planOf(kind, `c.${kind.ownerId}`)}
    where c.${kind.ownerId} = any ($4::uuid[]) and c.${kind.total} > allowance.kept
  ), ${deleteOver(kind, (excess) => `least(${excess}, $5::int)`)}
  select (select count(*)::int from deleted) as count, coalesce((
    select json_agg(over.owner_id) from over left join cut using (owner_id) left join change using (owner_id)
    join ${kind.counters} c on c.${kind.ownerId} = over.owner_id
    where cut.owner_id is null
      or (coalesce(change.count, 0) < c.${kind.total} - over.kept
        and (coalesce(change.count, 0) = cut.most or (select count(*) from deleted) = $3::int))
  ), '[]') as left`

export interface DeletedOfIds {
  count: number
  /** Owners that somebody else had locked, or that are over their limit still. */
  left: string[]
}

export interface CutOptions {
  ownerIds: readonly string[]
  /** Rows of each at most: none is locked in vain while another one's many rows are deleted. */
  rowsOfEach: number
  /** Rows at most. */
  batch: number
}

/** Cuts these owners' histories to what their plan keeps, or towards it. */
export const deleteOverCount = async (
  client: pg.ClientBase | pg.Pool,
  kind: HistoryKind,
  { ownerIds, rowsOfEach, batch }: CutOptions,
): Promise<DeletedOfIds> => {
  const { rows } = await client.query<DeletedOfIds>(byIdSql(kind), [
    ...allowance,
    batch,
    plainArray(ownerIds),
    rowsOfEach,
  ])
  return rows[0] ?? { count: 0, left: [] }
}

const pageSql = (kind: HistoryKind) => `
  with page as materialized (
    select ${kind.ownerId} as owner_id, ${kind.total} as total from ${kind.counters}
    where ${kind.ownerId} > $4 order by ${kind.ownerId} limit $5
  ), over as materialized (
    select page.owner_id, allowance.kept from page ${planOf(kind, 'page.owner_id')} where page.total > allowance.kept
  ), ${deleteOver(kind)}
  select (select count(*)::int from deleted) as count, (select owner_id from page order by owner_id desc limit 1) as last`

export interface DeletedOfPage {
  count: number
  /** The last owner that was looked at; null where there was none. */
  last: string | null
}

export interface PageOptions {
  /** The owner after which to begin. */
  after: string
  batch: number
  owners: number
}

/** The same for the next owners in the order of their ids. */
export const deleteOverCountPage = async (
  client: pg.ClientBase,
  kind: HistoryKind,
  { after, batch, owners }: PageOptions,
): Promise<DeletedOfPage> => {
  const { rows } = await client.query<DeletedOfPage>(pageSql(kind), [...allowance, batch, after, owners])
  return rows[0] ?? { count: 0, last: null }
}
