import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { schedules, tasks } from '@knockwire/db/schema/tasks'
import { mostListedProblems, type OverviewView } from '@knockwire/domain/overview/overview'
import { and, eq, not, sql } from 'drizzle-orm'
import { isFailing, isLate, lastEnded } from '../tasks/read-tasks.ts'
import { wireTime } from './wire-time.ts'

type Tasks = OverviewView['tasks']

/**
 * The account's tasks without drafts, by its index. What they are called is read for those alone that are listed, since a request may
 * be large.
 */
export const readTasks = async (db: DatabaseOrTransaction, accountId: string): Promise<Tasks> => {
  const { rows } = await db.execute<Tasks & Record<string, unknown>>(sql`
    with judged as (
      select ${tasks.id} as id, ${schedules.status} as status, ${isFailing} as is_failing, ${isLate} as is_late,
        ${schedules.dueAt} as due_at, ${schedules.failingSince} as failing_since, ${schedules.failingRuns} as failing_runs,
        last.status_code, last.error_code
      from ${tasks} join ${schedules} on ${schedules.taskId} = ${tasks.id} left join lateral (${lastEnded}) last on true
      where ${and(eq(tasks.accountId, accountId), not(tasks.isDraft))}
    ), problems as (
      select *, case when not is_failing then 'LATE' when status = 'DISABLED' then 'DEACTIVATED' else 'FAILING' end as problem,
        case when is_failing then failing_since else due_at end as since
      from judged where is_failing or is_late
    ), listed as (
      select x.*, t.name, t.request ->> 'uri' as uri
      from (
        select * from problems order by case problem when 'DEACTIVATED' then 0 when 'FAILING' then 1 else 2 end,
          since desc nulls last, id desc limit ${mostListedProblems}
      ) x join ${tasks} t on t.id = x.id
    )
    select jsonb_build_object(
        'DEACTIVATED', count(*) filter (where is_failing and status = 'DISABLED'),
        'FAILING', count(*) filter (where is_failing and status = 'ACTIVE'),
        'LATE', count(*) filter (where is_late),
        'ACTIVE', count(*) filter (where status = 'ACTIVE'),
        'DISABLED', count(*) filter (where status = 'DISABLED')) as counts,
      count(*) filter (where is_failing or is_late)::int as problems,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'uri', uri, 'problem', problem,
          'since', ${wireTime('since')}, 'failingRuns', failing_runs, 'statusCode', status_code, 'errorCode', error_code)
        order by case problem when 'DEACTIVATED' then 0 when 'FAILING' then 1 else 2 end, since desc nulls last, id desc), '[]')
        from listed) as results
    from judged`)
  const [row] = rows
  if (row === undefined) throw new Error('The tasks were not counted.')
  return row
}
