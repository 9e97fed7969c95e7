import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { executions } from '@knockwire/db/schema/executions'
import { schedules, tasks } from '@knockwire/db/schema/tasks'
import { notFound } from '@knockwire/domain/errors'
import type {
  ExecutionListQuery,
  ExecutionPage,
  ExecutionView,
  ExecutionWithPage,
} from '@knockwire/domain/executions/execution'
import { pageSizes } from '@knockwire/domain/page'
import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { ApiContext, Caller } from '../../context.ts'
import { loadDeliveries } from '../deliveries/load-deliveries.ts'
import { presentExecution } from './presenter.ts'
import { newestFirst, selectPage } from './queries.ts'

/** The executions on a page of a task's history, with all that an opened row shows. */
const loadPage = async (
  db: DatabaseOrTransaction,
  asked: { taskId: string; page: number; size: number },
): Promise<ExecutionView[]> => {
  const rows = await selectPage(db, asked)
  const deliveries = await loadDeliveries(
    db,
    rows.map(({ execution }) => execution.id),
  )
  return rows.map((row) => presentExecution(row, deliveries))
}

interface ListExecutions {
  taskId: string
  query: z.infer<typeof ExecutionListQuery>
}

/** A page of history; an empty one where the browser has it already. */
export const listExecutions = async (
  context: ApiContext,
  caller: Caller,
  params: ListExecutions,
): Promise<ExecutionPage> => {
  const { taskId, query } = params
  const head = await findHead(context.db, caller, params)
  const { page, size, pageTopObject } = query
  if (head.top !== null && head.top === pageTopObject) {
    return { results: [], total: head.total, page, hasNewItem: false }
  }
  return { results: await loadPage(context.db, { taskId, page, size }), total: head.total, page, hasNewItem: true }
}

/** How many executions there are, and which is the page's first: one look at the index, for it is params every two seconds. */
const findHead = async (db: DatabaseOrTransaction, { accountId }: Caller, { taskId, query }: ListExecutions) => {
  const first = db
    .select({ name: sql<string>`${executions.id} || '-' || ${executions.status}`.as('named') })
    .from(executions)
    .where(eq(executions.taskId, tasks.id))
    .orderBy(newestFirst)
    .limit(1)
    .offset(query.page * query.size)
    .as('first')
  const [head] = await db
    .select({ total: schedules.executionsTotal, top: first.name })
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

/** The execution and the page that it stands on, as of one moment: a run in between would move it. */
export const getExecution = (context: ApiContext, caller: Caller, params: GetExecution): Promise<ExecutionWithPage> =>
  context.db.transaction(
    async (tx) => {
      const { newer, total } = await findPlace(tx, caller, params)
      const page = Math.floor(newer / size)
      const results = await loadPage(tx, { taskId: params.taskId, page, size })
      const execution = results.find(({ id }) => id === params.executionId)
      if (execution === undefined) throw notFound('execution')
      return { ...execution, _embedded: { results, total, page } }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )

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
