import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { executions } from '@knockwire/db/schema/executions'
import { schedules, tasks } from '@knockwire/db/schema/tasks'
import { notFound } from '@knockwire/domain/errors'
import type { ExecutionWithPage } from '@knockwire/domain/executions/execution'
import { pageSizes } from '@knockwire/domain/page'
import { and, eq, sql } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { loadPage } from './load-page.ts'

const size = pageSizes.taskHistory

interface Asked {
  taskId: string
  executionId: string
}

/** The execution and the page that it stands on, as of one moment: a run in between would move it. */
export const getExecution = (context: ApiContext, caller: Caller, asked: Asked): Promise<ExecutionWithPage> =>
  context.db.transaction(
    async (tx) => {
      const { newer, total } = await findPlace(tx, caller, asked)
      const page = Math.floor(newer / size)
      const results = await loadPage(tx, { taskId: asked.taskId, page, size })
      const execution = results.find(({ id }) => id === asked.executionId)
      if (execution === undefined) throw notFound('execution')
      return { ...execution, _embedded: { results, total, page } }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )

const findPlace = async (db: DatabaseOrTransaction, { accountId }: Caller, { taskId, executionId }: Asked) => {
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
