import type pg from 'pg'
import { plainArray, textArray } from '@knockwire/db/sql-array'

/** An ended execution whose conditions are decided later. */
export interface DeferredExecution {
  executionId: string
  taskId: string
  accountId: string
  /** The rules that it is decided by, by their notifications' ids: not by those that were made or edited since. */
  ruleVersions: Readonly<Record<string, string>>
}

const deferSql = `
  insert into deferred_decisions (execution_id, task_id, account_id, rule_versions)
  select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]::jsonb[])
  on conflict (execution_id) do nothing`

/** In the transaction that ends the executions. */
export const defer = async (client: pg.ClientBase, deferred: readonly DeferredExecution[]): Promise<void> => {
  if (deferred.length === 0) return
  const values = [
    plainArray(deferred.map(({ executionId }) => executionId)),
    plainArray(deferred.map(({ taskId }) => taskId)),
    plainArray(deferred.map(({ accountId }) => accountId)),
    textArray(deferred.map(({ ruleVersions }) => JSON.stringify(ruleVersions))),
  ]
  await client.query({ name: 'defer_decisions', text: deferSql, values })
}

const waitingSql = 'select distinct task_id from deferred_decisions where task_id = any ($1::uuid[])'

/** Those of the tasks of which an execution still waits to be decided. */
export const findTasksWithDeferred = async (
  client: pg.ClientBase,
  taskIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (taskIds.length === 0) return new Set()
  const values = [plainArray(taskIds)]
  const { rows } = await client.query<{ task_id: string }>({ name: 'deferred_tasks', text: waitingSql, values })
  return new Set(rows.map(({ task_id: taskId }) => taskId))
}
