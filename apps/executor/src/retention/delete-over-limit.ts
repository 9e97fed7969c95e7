import { leastIdSql } from '@knockwire/db/uuidv7'
import { plainArray } from '@knockwire/db/sql-array'
import { type InstanceWithLimits, limitsByPlan } from '@knockwire/domain/instance/limits'
import type pg from 'pg'
import { deleteCut, type HistoryKind, lastId } from './history-kind.ts'

/** What accounts keep of each history, by their plans; as arrays of the statements. */
export interface HistoryAllowances {
  /** A history of no more than this is within every plan. */
  minKept: number
  byCount: readonly [plans: string, kept: string]
  byAge: readonly [plans: string, days: string]
}

export const historyAllowances = (instance: InstanceWithLimits): HistoryAllowances => {
  const all = limitsByPlan(instance).map(({ plan, limits: { history } }) => ({ plan, ...history }))
  const aged = all.filter(({ days }) => days !== null)
  return {
    minKept: Math.min(...all.map(({ executions }) => executions)),
    byCount: [plainArray(all.map(({ plan }) => plan)), plainArray(all.map(({ executions }) => executions))],
    byAge: [plainArray(aged.map(({ plan }) => plan)), plainArray(aged.map(({ days }) => days ?? 0))],
  }
}

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

interface DeletedOfIds {
  count: number
  /** Owners that somebody else had locked, or that are over their limit still. */
  left: string[]
}

interface CutOptions {
  allowances: HistoryAllowances
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
  { allowances, ownerIds, rowsOfEach, batch }: CutOptions,
): Promise<DeletedOfIds> => {
  const { rows } = await client.query<DeletedOfIds>(byIdSql(kind), [
    ...allowances.byCount,
    batch,
    plainArray(ownerIds),
    rowsOfEach,
  ])
  return rows[0] ?? { count: 0, left: [] }
}

const overCountSql = (kind: HistoryKind) => `
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
  { allowances, after, batch, owners }: PageOptions & { allowances: HistoryAllowances },
): Promise<DeletedOfPage> => {
  const { rows } = await client.query<DeletedOfPage>(overCountSql(kind), [...allowances.byCount, batch, after, owners])
  return rows[0] ?? { count: 0, last: null }
}

/** Ids are in the order of time, so a time is an id. Each owner's oldest row is one look-up in an index. */
const overAgeSql = (kind: HistoryKind) => `
  with allowance as materialized (
    select plan, ${leastIdSql(`now() - days * interval '1 day'`)} as until
    from unnest($1::text[], $2::int[]) as allowance (plan, days)
  ), page as materialized (
    select o.id as owner_id, o.account_id from ${kind.owners} o where o.id > $4 order by o.id limit $5
  ), over as materialized (
    select page.owner_id, allowance.until
    from page join accounts a on a.id = page.account_id join allowance on allowance.plan = a.plan
    where (
      select id from ${kind.rows} where ${kind.ownerId} = page.owner_id order by id nulls first limit 1
    ) <= allowance.until
  ), cut as materialized (
    select over.owner_id, $3::int as most, over.until
    from over join ${kind.counters} c on c.${kind.ownerId} = over.owner_id
    ${kind.lockCounters}
  ), ${deleteCut(kind, '$3::int')}
  select (select count(*)::int from deleted) as count, (select owner_id from page order by owner_id desc limit 1) as last`

/** Deletes what is older than the plans of the next owners keep. */
export const deleteOverAgePage = async (
  client: pg.ClientBase,
  kind: HistoryKind,
  { allowances, after, batch, owners }: PageOptions & { allowances: HistoryAllowances },
): Promise<DeletedOfPage> => {
  const { rows } = await client.query<DeletedOfPage>(overAgeSql(kind), [...allowances.byAge, batch, after, owners])
  return rows[0] ?? { count: 0, last: null }
}
