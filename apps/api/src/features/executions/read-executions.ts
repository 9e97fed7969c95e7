import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { executions } from '@knockwire/db/schema/executions'
import { notifications } from '@knockwire/db/schema/notifications'
import { schedules, tasks } from '@knockwire/db/schema/tasks'
import { notFound } from '@knockwire/domain/errors'
import type {
  DetailedExecutionPage,
  ExecutionListQuery,
  ExecutionPage,
  ExecutionView,
  ExecutionWithPage,
} from '@knockwire/domain/executions/execution'
import type { HistoryQuery } from '@knockwire/domain/history/history'
import { pageSizes } from '@knockwire/domain/page-sizes'
import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { ApiContext, Caller } from '../../context.ts'
import { loadDeliveries } from '../deliveries/load-deliveries.ts'
import { presentExecution } from './presenter.ts'
import { newerColumns } from '../history/history-source.ts'
import { readSnapshot } from '../history/history-rows.ts'
import { asOfOneTime, listHistory, readEmbeddedPage } from '../history/list-history.ts'
import { historyOfTask, newestFirst, selectDetailed } from './queries.ts'

/** Whole executions, newest first, with all that an opened row shows. */
export const loadDetailed = async (db: DatabaseOrTransaction, ids: readonly string[]): Promise<ExecutionView[]> => {
  if (ids.length === 0) return []
  const rows = await selectDetailed(db, ids)
  const deliveries = await loadDeliveries(db, ids)
  return rows.map((row) => presentExecution(row, deliveries.get(row.execution.id) ?? []))
}

interface ListExecutions {
  taskId: string
  query: z.infer<typeof ExecutionListQuery>
}

/** A page of rows, or what is newer than the browser has, with the state of the task as of then. */
export const readExecutions = (
  { db, reads }: ApiContext,
  caller: Caller,
  params: { taskId: string; query: HistoryQuery },
): Promise<{ rows: ExecutionPage; state: string }> => {
  const { taskId, query } = params
  const source = { ...historyOfTask(taskId, query, caller), inTurn: reads.inTurnOf(caller.accountId) }
  return asOfOneTime(db, query, async (tx) => {
    const { isActive, state, ...head } = await findHead(tx, caller, params)
    return { rows: { ...(await listHistory(tx, head, query, source)), isActive }, state }
  })
}

/** A page of history, or what is newer than the browser has; without bodies unless the query includes the details. */
export const listExecutions = async (
  context: ApiContext,
  caller: Caller,
  params: ListExecutions,
): Promise<ExecutionPage | DetailedExecutionPage> => {
  const { query } = params
  const inTurn = context.reads.inTurnOf(caller.accountId)
  const { rows: part } = await readExecutions(context, caller, params)
  if (query.include === undefined) return part
  const ids = part.results.map(({ id }) => id)
  const detailed = new Map(
    (await inTurn((turn) => loadDetailed(turn, ids), { goesOn: true })).map((execution) => [execution.id, execution]),
  )
  return { ...part, results: ids.flatMap((id) => detailed.get(id) ?? []) }
}

interface PageOf {
  taskId: string
  query: { page: number; size: number; after?: string | undefined }
}

/**
 * Changes with all that a task's page shows above its rows: its settings and notifications, what its schedule has come to, and
 * the state of its newest execution.
 */
const stateOfTask = sql<string>`md5(concat_ws(' ', ${tasks.version}, ${schedules.stateVersion}, ${schedules.dueAt},
  ${schedules.inFlightExecutionId}, ${schedules.failingRuns}, ${schedules.consecutiveFailures}, ${schedules.executionsTotal},
  ${schedules.storedBytes},
  (select count(*) from ${notifications} where ${notifications.taskId} = ${tasks.id}),
  (select concat(${executions.id}, ${executions.status}) from ${executions} where ${executions.taskId} = ${tasks.id}
   order by ${newestFirst} limit 1)))`

/**
 * How many executions there are, which is the page's first and which are newer, and the task's state: one statement by indexes, for
 * it is queried every two seconds.
 */
export const findHead = async (db: DatabaseOrTransaction, { accountId }: Caller, { taskId, query }: PageOf) => {
  const first = db
    .select({ name: sql<string>`${executions.id} || '-' || ${executions.status}`.as('named') })
    .from(executions)
    .where(eq(executions.taskId, tasks.id))
    .orderBy(newestFirst)
    .limit(1)
    .offset(query.page * query.size)
    .as('first')
  const [head] = await db
    .select({
      total: schedules.executionsTotal,
      top: first.name,
      isActive: sql<boolean>`${schedules.status} = 'ACTIVE'`,
      state: stateOfTask,
      ...newerColumns(historyOfTask(taskId, {}), query),
    })
    .from(tasks)
    .innerJoin(schedules, eq(schedules.taskId, tasks.id))
    .leftJoinLateral(first, sql`true`)
    .where(and(eq(tasks.id, taskId), eq(tasks.accountId, accountId)))
  if (head === undefined) throw notFound('task')
  return head
}

const size = pageSizes.taskHistory

interface GetExecution {
  taskId: string
  executionId: string
}

/** The execution and the page that it stands on, as of one time: a run in between would move it. */
export const getExecution = (context: ApiContext, caller: Caller, params: GetExecution): Promise<ExecutionWithPage> =>
  readSnapshot(context.db, async (tx) => {
    const { newer, total } = await findPlace(tx, caller, params)
    const [execution] = await loadDetailed(tx, [params.executionId])
    if (execution === undefined) throw notFound('execution')
    const _embedded = await readEmbeddedPage(tx, { total, newer, size }, historyOfTask(params.taskId, {}))
    return { ...execution, _embedded }
  })

const findPlace = async (db: DatabaseOrTransaction, { accountId }: Caller, { taskId, executionId }: GetExecution) => {
  const [place] = await db
    .select({
      total: schedules.executionsTotal,
      newer: sql<number>`(select count(*)::int from ${executions} newer where newer.task_id = ${taskId}::uuid and newer.id > ${executionId}::uuid)`,
    })
    .from(executions)
    .innerJoin(tasks, eq(tasks.id, executions.taskId))
    .innerJoin(schedules, eq(schedules.taskId, tasks.id))
    .where(and(eq(executions.id, executionId), eq(executions.taskId, taskId), eq(tasks.accountId, accountId)))
  if (place === undefined) throw notFound('execution')
  return place
}
