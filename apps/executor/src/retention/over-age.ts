import { plans } from '@knockwire/domain/plans/plans'
import type pg from 'pg'
import { plainArray } from '@knockwire/db/sql-array'
import { deleteCut, type HistoryKind } from './history-kind.ts'
import type { DeletedOfPage, PageOptions } from './over-count.ts'

const limits = Object.entries(plans).flatMap(([plan, { history }]) =>
  history.days === null ? [] : [{ plan, days: history.days }],
)
const allowance = [plainArray(limits.map(({ plan }) => plan)), plainArray(limits.map(({ days }) => days))] as const

/** Ids are in the order of time, so a moment is an id. Each owner's oldest row is one look into an index. */
const pageSql = (kind: HistoryKind) => `
  with allowance as materialized (
    select plan, (
      lpad(to_hex((extract(epoch from now() - days * interval '1 day') * 1000)::bigint), 12, '0') || '70008000000000000000'
    )::uuid as until
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
  { after, batch, owners }: PageOptions,
): Promise<DeletedOfPage> => {
  const { rows } = await client.query<DeletedOfPage>(pageSql(kind), [...allowance, batch, after, owners])
  return rows[0] ?? { count: 0, last: null }
}
