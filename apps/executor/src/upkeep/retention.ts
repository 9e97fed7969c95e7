import { plans } from '@knockwire/domain/plans/plans'
import type pg from 'pg'
import { plainArray } from '../sql-array.ts'
import type { Chore } from './start-upkeep.ts'

const kept = Object.entries(plans).map(([plan, { history }]) => ({ plan, ...history }))

/** No task has to be cut that has no more executions than this. */
export const leastKept = Math.min(...kept.map(({ executions }) => executions))

/** Takes the ids in `doomed`, with all that belongs to them, and keeps the tasks' counts exact. */
const deleteDoomed = `
  gone as (
    delete from executions e using doomed where e.id = doomed.id returning e.id, e.task_id
  ), details as (
    delete from execution_details d using gone where d.execution_id = gone.id
  ), told as (
    delete from deliveries d using gone where d.subject_id = gone.id
  ), counted as (
    update schedules s set executions_total = s.executions_total - gone_of.count
    from (select task_id, count(*)::int as count from gone group by task_id) gone_of
    where s.task_id = gone_of.task_id
  )
  select count(*)::int as count from gone`

/** Counted from the oldest end of each history, so that it costs by what is deleted and not by what is kept. */
const pruneSql = `
  with allowance as (
    select * from unnest($1::text[], $2::int[]) as allowance (plan, executions)
  ), excess as (
    select s.task_id, s.executions_total - allowance.executions as count
    from schedules s join accounts a on a.id = s.account_id join allowance on allowance.plan = a.plan
    where ($3::uuid[] is null or s.task_id = any ($3)) and s.executions_total > allowance.executions
    limit 500
  ), doomed as (
    select e.id from excess cross join lateral (
      select id from executions
      where task_id = excess.task_id and status in ('SUCCEEDED', 'FAILED')
      order by id limit least(excess.count, 1000)
    ) e
  ), ${deleteDoomed}`

const prune = async (client: pg.ClientBase, taskIds: readonly string[] | null): Promise<number> => {
  const { rows } = await client.query<{ count: number }>(pruneSql, [
    plainArray(kept.map(({ plan }) => plan)),
    plainArray(kept.map(({ executions }) => executions)),
    taskIds && plainArray(taskIds),
  ])
  return rows[0]?.count ?? 0
}

/** Cuts these tasks to the newest executions that their owner's plan keeps. */
export const pruneTasks = (client: pg.ClientBase, taskIds: readonly string[]): Promise<number> => prune(client, taskIds)

/** The same for all tasks: after a downgrade, and for those that are only tested. */
export const pruneAll: Chore = (client) => prune(client, null)

const agePlans = kept.flatMap(({ plan, days }) => (days === null ? [] : [{ plan, days }]))
const idsAtOnce = 5000
const passesAtOnce = 20

const ageSql = `
  with page as (
    select id, account_id, created_at, status from executions where id > $1 and id < $2 order by id limit $3
  ), doomed as (
    select page.id from page join accounts a on a.id = page.account_id
    join unnest($4::text[], $5::int[]) as allowance (plan, days) on allowance.plan = a.plan
    where page.created_at < now() - allowance.days * interval '1 day' and page.status in ('SUCCEEDED', 'FAILED')
  ), ${deleteDoomed}, (select max(id::text) from page) as last`

const nothing = '00000000-0000-0000-0000-000000000000'

/** The least UUIDv7 of a moment. */
const firstIdAt = (epochMs: number) => {
  const hex = Math.floor(epochMs).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/**
 * Deletes what is older than its owner's plan keeps. Ids are in the order of time, so it walks the old end of the
 * table in pages; where it stopped, it goes on the next time, and begins anew after the last.
 */
export const createAgeLimit = (): Chore => {
  let after = nothing
  return async (client) => {
    const days = Math.min(...agePlans.map((plan) => plan.days))
    const before = firstIdAt(Date.now() - days * 86_400_000)
    let deleted = 0
    for (let pass = 0; pass < passesAtOnce; pass += 1) {
      const values = [
        after,
        before,
        idsAtOnce,
        plainArray(agePlans.map(({ plan }) => plan)),
        plainArray(agePlans.map((plan) => plan.days)),
      ]
      const { rows } = await client.query<{ count: number; last: string | null }>(ageSql, values)
      deleted += rows[0]?.count ?? 0
      after = rows[0]?.last ?? nothing
      if (after === nothing) break
    }
    return deleted
  }
}
