import { plans } from '@knockwire/domain/plans/plans'
import { plainArray } from '../sql-array.ts'
import type { Chore } from './start-upkeep.ts'

const kept = Object.entries(plans).map(([plan, { history }]) => ({ plan, ...history }))

/**
 * Takes the ids in `doomed`, with what was told of them, and keeps the receivers' counts exact. Gates are locked last,
 * and in the order in which an ingress locks them: it waits for a moment at most.
 */
const deleteDoomed = `
  gone as (
    delete from received_requests r using doomed where r.id = doomed.id returning r.id, r.receiver_id
  ), told as (
    delete from deliveries d using gone where d.subject_id = gone.id
  ), held as (
    select g.receiver_id, gone_of.count
    from receiver_gates g
    join (select receiver_id, count(*)::int as count from gone group by receiver_id) gone_of using (receiver_id)
    order by g.receiver_id for no key update of g
  ), counted as (
    update receiver_gates g set total = g.total - held.count from held where g.receiver_id = held.receiver_id
  )
  select count(*)::int as count from gone`

/** Counted from the oldest end of each history; `nulls first`, as the index has it from there. */
const pruneSql = `
  with allowance as (
    select * from unnest($1::text[], $2::int[]) as allowance (plan, requests)
  ), excess as (
    select g.receiver_id, g.total - allowance.requests as count
    from receiver_gates g
    join receivers r on r.id = g.receiver_id
    join accounts a on a.id = r.account_id
    join allowance on allowance.plan = a.plan
    where g.total > $3 and g.total > allowance.requests
    limit 500
  ), doomed as (
    select r.id from excess cross join lateral (
      select id from received_requests
      where receiver_id = excess.receiver_id
      order by id nulls first limit least(excess.count, 1000)
    ) r
  ), ${deleteDoomed}`

/** No receiver has to be cut that has no more requests than this. */
const leastKept = Math.min(...kept.map(({ executions }) => executions))

/** Cuts receivers to the newest requests that their owner's plan keeps. */
export const pruneReceived: Chore = async (client) => {
  const { rows } = await client.query<{ count: number }>(pruneSql, [
    plainArray(kept.map(({ plan }) => plan)),
    plainArray(kept.map(({ executions }) => executions)),
    leastKept,
  ])
  return rows[0]?.count ?? 0
}

const agePlans = kept.flatMap(({ plan, days }) => (days === null ? [] : [{ plan, days }]))
const idsAtOnce = 5000

const ageSql = `
  with page as (
    select id, receiver_id, created_at from received_requests where id > $1 and id < $2 order by id limit $3
  ), doomed as (
    select page.id from page
    join receivers r on r.id = page.receiver_id
    join accounts a on a.id = r.account_id
    join unnest($4::text[], $5::int[]) as allowance (plan, days) on allowance.plan = a.plan
    where page.created_at < now() - allowance.days * interval '1 day'
  ), ${deleteDoomed}, (select max(id::text) from page) as last`

const nothing = '00000000-0000-0000-0000-000000000000'

/** The least UUIDv7 of a moment. */
const firstIdAt = (epochMs: number) => {
  const hex = Math.floor(epochMs).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/**
 * Deletes what is older than its owner's plan keeps. Ids are in the order of time, so it walks the old end of the
 * table, a page each time, and begins anew after the last.
 */
export const createReceivedAgeLimit = (): Chore => {
  let after = nothing
  return async (client) => {
    const before = firstIdAt(Date.now() - Math.min(...agePlans.map(({ days }) => days)) * 86_400_000)
    const { rows } = await client.query<{ count: number; last: string | null }>(ageSql, [
      after,
      before,
      idsAtOnce,
      plainArray(agePlans.map(({ plan }) => plan)),
      plainArray(agePlans.map(({ days }) => days)),
    ])
    after = rows[0]?.last ?? nothing
    return rows[0]?.count ?? 0
  }
}
