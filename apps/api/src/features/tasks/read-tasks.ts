import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { executions } from '@knockwire/db/schema/executions'
import { schedules, tasks } from '@knockwire/db/schema/tasks'
import type { RecentRun, TaskListQuery, TaskPage, TaskSortKey, TaskView } from '@knockwire/domain/tasks/task'
import { and, asc, count, eq, ilike, not, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { ApiContext, Caller } from '../../context.ts'
import { presentTask } from './presenter.ts'
import { findTask, taskColumns } from './owned-task.ts'

const runsARow = 20

const columns = {
  taskId: executions.taskId,
  id: executions.id,
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
): Promise<Map<string, RecentRun[]>> => {
  if (taskIds.length === 0) return new Map()
  const last = db
    .select(columns)
    .from(executions)
    .where(sql`${executions.taskId} = wanted.task_id`)
    .orderBy(sql`${executions.id} desc nulls last`)
    .limit(runsARow)
    .as('last')
  const rows = await db
    .select({
      taskId: last.taskId,
      run: {
        id: last.id,
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

type Asked = z.infer<typeof TaskListQuery>

/** The caller's tasks, without drafts: one query for the page, one for its runs. */
export const listTasks = async (context: ApiContext, caller: Caller, asked: Asked): Promise<TaskPage> => {
  const rows = await selectPage(context.db, caller, asked)
  const runs = await recentRunsOf(
    context.db,
    rows.map(({ task }) => task.id),
  )
  return {
    results: rows.map((row) => ({ ...presentTask(context.secrets, row), recentRuns: runs.get(row.task.id) ?? [] })),
    total: rows[0]?.total ?? (await countBeyondEnd(context.db, caller, asked)),
    page: asked.page,
  }
}

/** The index is `nulls last`, and read in its order only by whoever asks for the same. */
const newestFirst = sql`${tasks.id} desc nulls last`

const orders: Record<TaskSortKey, SQL[]> = {
  createdAt: [newestFirst],
  lastOpenedAt: [sql`${tasks.lastOpenedAt} desc nulls last`, newestFirst],
  name: [sql`lower(${tasks.name}) asc nulls last`, newestFirst],
}

/** Ids are chosen, counted and sorted before any request is read: those may be large. */
const selectPage = (db: DatabaseOrTransaction, caller: Caller, { page, size, sortKey, search }: Asked) => {
  const chosen = db
    .select({
      id: tasks.id,
      total: sql<number>`(count(*) over ())::int`.as('total'),
      position: sql<number>`row_number() over (order by ${sql.join(orders[sortKey], sql`, `)})`.as('position'),
    })
    .from(tasks)
    .where(matching(caller, search))
    .orderBy(sql`position`)
    .limit(size)
    .offset(page * size)
    .as('chosen')
  return db
    .select({ ...taskColumns, total: chosen.total })
    .from(chosen)
    .innerJoin(tasks, eq(tasks.id, chosen.id))
    .innerJoin(schedules, eq(schedules.taskId, tasks.id))
    .orderBy(asc(chosen.position))
}

const matching = ({ accountId }: Caller, search: string) => {
  const listed = and(eq(tasks.accountId, accountId), not(tasks.isDraft))
  if (search === '') return listed
  const pattern = `%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`
  return and(listed, or(ilike(tasks.name, pattern), ilike(sql`${tasks.request} ->> 'uri'`, pattern)))
}

/** An empty page carries no count of the others. */
const countBeyondEnd = async (db: DatabaseOrTransaction, caller: Caller, { page, search }: Asked) => {
  if (page === 0) return 0
  const [counted] = await db.select({ count: count() }).from(tasks).where(matching(caller, search))
  return counted?.count ?? 0
}

export const getTask = async (context: ApiContext, caller: Caller, { taskId }: { taskId: string }): Promise<TaskView> =>
  presentTask(context.secrets, await findTask(context.db, caller, taskId))
