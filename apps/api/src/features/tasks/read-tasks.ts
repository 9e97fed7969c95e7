import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { executions } from '@knockwire/db/schema/executions'
import { notifications } from '@knockwire/db/schema/notifications'
import { schedules, tasks } from '@knockwire/db/schema/tasks'
import { inconclusiveCodes } from '@knockwire/domain/executions/inconclusive'
import { lateAfterSeconds } from '@knockwire/domain/tasks/task-list-options'
import type {
  DraftList,
  RecentRun,
  TaskListQuery,
  TaskPage,
  TaskSortKey,
  TaskState,
  TaskView,
} from '@knockwire/domain/tasks/task'
import { and, desc, eq, exists, gt, ilike, inArray, not, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { ApiContext, Caller } from '../../context.ts'
import { searchedUrl, shownSecrets } from '../../access/owned/shown-secrets.ts'
import { containing } from '../../reads/containing.ts'
import { presentTask } from '../../access/owned/present-task.ts'
import { findTask, taskColumns, type TaskRow } from '../../access/owned/owned-task.ts'

const runsARow = 20

const columns = {
  taskId: executions.taskId,
  id: executions.id,
  trigger: executions.trigger,
  status: executions.status,
  statusCode: executions.statusCode,
  errorCode: executions.errorCode,
  responseTimeMs: executions.responseTimeMs,
  createdAt: executions.createdAt,
}

/** The last runs of each task, newest first: one query, one index scan a task. */
export const recentRunsOf = async (
  db: DatabaseOrTransaction,
  taskIds: readonly string[],
  limit = runsARow,
): Promise<Map<string, RecentRun[]>> => {
  if (taskIds.length === 0) return new Map()
  const last = db
    .select(columns)
    .from(executions)
    .where(sql`${executions.taskId} = wanted.task_id`)
    .orderBy(sql`${executions.id} desc nulls last`)
    .limit(limit)
    .as('last')
  const rows = await db
    .select({
      taskId: last.taskId,
      run: {
        id: last.id,
        trigger: last.trigger,
        status: last.status,
        statusCode: last.statusCode,
        errorCode: last.errorCode,
        responseTimeMs: last.responseTimeMs,
        createdAt: last.createdAt,
      },
    })
    .from(sql`unnest(${sql.param(taskIds)}::uuid[]) as wanted (task_id)`)
    .crossJoinLateral(last)
  const runs = new Map<string, RecentRun[]>(taskIds.map((taskId) => [taskId, []]))
  for (const { taskId, run } of rows) runs.get(taskId)?.push({ ...run, createdAt: run.createdAt.toISOString() })
  return runs
}

type ListTasksQuery = z.infer<typeof TaskListQuery>

/** The caller's tasks, without drafts: one query for the page's ids and the counts, two for its rows. */
export const listTasks = async (context: ApiContext, caller: Caller, query: ListTasksQuery): Promise<TaskPage> => {
  const { ids, counts, taskCount } = await choosePage(context.db, caller, query)
  const [rows, runs] = await Promise.all([selectTasks(context.db, ids), recentRunsOf(context.db, ids)])
  return {
    results: ids.flatMap((id) => {
      const row = rows.get(id)
      return row ? [{ ...presentTask(shownSecrets(context, caller), row), recentRuns: runs.get(id) ?? [] }] : []
    }),
    total: query.status === undefined ? counts.ACTIVE + counts.DISABLED : counts[query.status],
    page: query.page,
    counts,
    taskCount,
  }
}

/** The index is `nulls last`, and read in its order only by a query that orders the same way. */
const newestFirst = sql`${tasks.id} desc nulls last`

const orders: Record<TaskSortKey, SQL[]> = {
  createdAt: [newestFirst],
  lastOpenedAt: [sql`${tasks.lastOpenedAt} desc nulls last`, newestFirst],
  // As the list shows it: by its URL where it has no name.
  name: [sql`lower(coalesce(${tasks.name}, ${tasks.request} ->> 'uri')) asc`, newestFirst],
}

/** What its state is decided on: the last execution that says something about the target, by the index of its history. */
export const lastEnded = sql`
  select ${executions.status} = 'FAILED' or ${executions.statusCode} >= 400 as is_bad, ${executions.statusCode} as status_code,
    ${executions.errorCode} as error_code
  from ${executions}
  where ${executions.taskId} = ${tasks.id} and ${executions.status} in ('SUCCEEDED', 'FAILED')
    and ${inArray(executions.errorCode, [...inconclusiveCodes])} is not true
  order by ${executions.id} desc nulls last limit 1`

const isForFailures = sql`${schedules.disabledReason} is not distinct from 'FAILURES'`

/** Of a query that joins it laterally as `last`. */
export const isFailing = sql`case
  when ${schedules.status} = 'DISABLED' then ${isForFailures}
  else coalesce(last.is_bad, false) end`

/** Nothing of it is in flight, and no executor has taken it. */
export const isLate = sql`(${schedules.status} = 'ACTIVE' and ${schedules.inFlightExecutionId} is null
  and ${schedules.dueAt} < now() - ${lateAfterSeconds} * interval '1 second')`

/** Whether a disabled task is in that state. */
export const disabledAs = (status: TaskState): SQL => {
  if (status === 'FAILING') return isForFailures
  return status === 'DISABLED' ? sql`true` : sql`false`
}

const isInState = (status: TaskState): SQL => {
  if (status === 'FAILING') return sql`is_failing`
  return status === 'LATE' ? sql`is_late` : sql`status = ${status}`
}

interface Counted {
  ids: string[]
  failing: number
  late: number
  active: number
  disabled: number
  taskCount: number
}

/**
 * Chooses, counts and sorts ids, so that whole requests, which may be large, are read for one page only. The search and the
 * order by name read each request's URI.
 */
const choosePage = async (db: DatabaseOrTransaction, caller: Caller, query: ListTasksQuery) => {
  const { page, size, sortKey, search, status, without } = query
  const left = without.length === 0 ? undefined : notInArray(tasks.id, without)
  const { rows } = await db.execute<Counted & Record<string, unknown>>(sql`
    with listed as (
      select ${tasks.id} as id, ${schedules.status} as status, ${isFailing} as is_failing, ${isLate} as is_late,
        row_number() over (order by ${sql.join(orders[sortKey], sql`, `)}) as position
      from ${tasks} join ${schedules} on ${schedules.taskId} = ${tasks.id} left join lateral (${lastEnded}) last on true
      where ${and(matching(caller, search), left)}
    ), chosen as (
      select id, position from listed where ${status === undefined ? sql`true` : isInState(status)}
      order by position limit ${size} offset ${page * size}
    )
    select (select coalesce(jsonb_agg(id order by position), '[]') from chosen) as ids,
      count(*) filter (where is_failing)::int as failing,
      count(*) filter (where is_late)::int as late,
      count(*) filter (where status = 'ACTIVE')::int as active,
      count(*) filter (where status = 'DISABLED')::int as disabled,
      (select count(*)::int from ${tasks} where ${matching(caller, '')}) as "taskCount"
    from listed`)
  const [counted] = rows
  if (counted === undefined) throw new Error('The tasks were not counted.')
  const { ids, failing, late, active, disabled, taskCount } = counted
  return { ids, counts: { FAILING: failing, LATE: late, ACTIVE: active, DISABLED: disabled }, taskCount }
}

const selectTasks = async (db: DatabaseOrTransaction, ids: readonly string[]): Promise<Map<string, TaskRow>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select(taskColumns)
    .from(tasks)
    .innerJoin(schedules, eq(schedules.taskId, tasks.id))
    .where(inArray(tasks.id, [...ids]))
  return new Map(rows.map((row) => [row.task.id, row]))
}

export const matching = (caller: Caller, search: string) => {
  const listed = and(eq(tasks.accountId, caller.accountId), not(tasks.isDraft))
  if (search === '') return listed
  const pattern = containing(search)
  const uri = searchedUrl(sql`${tasks.request} ->> 'uri'`, caller)
  return and(listed, or(ilike(tasks.name, pattern), ilike(uri, pattern)))
}

export const getTask = async (context: ApiContext, caller: Caller, { taskId }: { taskId: string }): Promise<TaskView> =>
  presentTask(shownSecrets(context, caller), await findTask(context.db, caller, taskId))

/** The caller's drafts that hold something, the one saved last first; there are no more than `maxDrafts`. */
export const listDrafts = async ({ db }: ApiContext, { accountId }: Caller): Promise<DraftList> => {
  const hasNotification = exists(
    db.select({ id: notifications.id }).from(notifications).where(eq(notifications.taskId, tasks.id)),
  )
  const rows = await db
    .select({
      id: tasks.id,
      name: tasks.name,
      uri: sql<string>`${tasks.request} ->> 'uri'`,
      updatedAt: tasks.updatedAt,
    })
    .from(tasks)
    // One that was opened and left untouched is nothing to come back to.
    .where(and(eq(tasks.accountId, accountId), tasks.isDraft, or(gt(tasks.version, 1), hasNotification)))
    .orderBy(desc(tasks.updatedAt))
  return { results: rows.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() })) }
}
