import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { executions } from '@knockwire/db/schema/executions'
import type { RecentRun } from '@knockwire/domain/tasks/task'
import { sql } from 'drizzle-orm'

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
