import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { executions } from '@knockwire/db/schema/executions'
import { schedules, tasks } from '@knockwire/db/schema/tasks'
import { notFound } from '@knockwire/domain/errors'
import type { ExecutionListQuery, ExecutionPage } from '@knockwire/domain/executions/execution'
import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { ApiContext, Caller } from '../../context.ts'
import { loadPage } from './load-page.ts'
import { newestFirst } from './queries.ts'

interface Asked {
  taskId: string
  query: z.infer<typeof ExecutionListQuery>
}

/** A page of history; an empty one where the browser has it already. */
export const listExecutions = async (context: ApiContext, caller: Caller, asked: Asked): Promise<ExecutionPage> => {
  const { taskId, query } = asked
  const head = await findHead(context.db, caller, asked)
  const { page, size, pageTopObject } = query
  if (head.top !== null && head.top === pageTopObject) {
    return { results: [], total: head.total, page, hasNewItem: false }
  }
  return { results: await loadPage(context.db, { taskId, page, size }), total: head.total, page, hasNewItem: true }
}

/** How many executions there are, and which is the page's first: one look at the index, for it is asked every two seconds. */
const findHead = async (db: DatabaseOrTransaction, { accountId }: Caller, { taskId, query }: Asked) => {
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
