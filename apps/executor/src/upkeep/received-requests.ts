import { type AgeLimit, agedPage, countAllowance, createAgeLimit, leastKept } from './history-limits.ts'
import type { Chore } from './start-upkeep.ts'

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
  )`

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
  ), ${deleteDoomed}
  select count(*)::int as count from gone`

/** Cuts receivers to the newest requests that their owner's plan keeps. */
export const pruneReceived: Chore = async (client) => {
  const { rows } = await client.query<{ count: number }>(pruneSql, [...countAllowance, leastKept])
  return rows[0]?.count ?? 0
}

const ageSql = `
  with ${agedPage('receivers')}, doomed as (
    select old.id from page cross join lateral (
      select id from received_requests
      where receiver_id = page.id and id < page.before
      order by id nulls first limit 1000
    ) old
  ), ${deleteDoomed}
  select count(*)::int as count, (select id from page order by id desc limit 1) as last from gone`

/** Deletes what is older than its owner's plan keeps. */
export const createReceivedAgeLimit = (receiversAtOnce?: number): AgeLimit => createAgeLimit(ageSql, receiversAtOnce)
