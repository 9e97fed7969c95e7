import type pg from 'pg'
import { plainArray } from '../sql-array.ts'
import { type AgeLimit, agedPage, countAllowance, createAgeLimit } from './history-limits.ts'
import type { Chore } from './start-upkeep.ts'

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
  )`

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
  ), ${deleteDoomed}
  select count(*)::int as count from gone`

const prune = async (client: pg.ClientBase, taskIds: readonly string[] | null): Promise<number> => {
  const { rows } = await client.query<{ count: number }>(pruneSql, [...countAllowance, taskIds && plainArray(taskIds)])
  return rows[0]?.count ?? 0
}

/** Cuts these tasks to the newest executions that their owner's plan keeps. */
export const pruneTasks = (client: pg.ClientBase, taskIds: readonly string[]): Promise<number> => prune(client, taskIds)

/** The same for all tasks: after a downgrade, and for those that are only tested. */
export const pruneAll: Chore = (client) => prune(client, null)

const ageSql = `
  with ${agedPage('tasks')}, doomed as (
    select old.id from page cross join lateral (
      select id from executions
      where task_id = page.id and id < page.before and status in ('SUCCEEDED', 'FAILED')
      order by id nulls first limit 1000
    ) old
  ), ${deleteDoomed}
  select count(*)::int as count, (select id from page order by id desc limit 1) as last from gone`

/** Deletes what is older than its owner's plan keeps. */
export const createRunAgeLimit = (tasksAtOnce?: number): AgeLimit => createAgeLimit(ageSql, tasksAtOnce)
