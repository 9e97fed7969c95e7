import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { DatabaseOrTransaction } from '@knockwire/db/client'
import { completions, executionRollups, executions, sentRequests } from '@knockwire/db/schema/executions'
import { missedRuns, schedulePauses, tasks } from '@knockwire/db/schema/tasks'
import { deleteWithSubjectsSql } from '../deliveries/delivery-sql.ts'

/**
 * Deletes tasks with everything of theirs. Executions go first, in the order in which an ending run takes its locks,
 * and once more after their schedule is gone: dispatch may have queued one in between. Those in flight go after the
 * history, which may be long: a result that waits for its row is written with those of other accounts. A run in flight
 * finds nothing left to write to. The caller's transaction is open: `drizzle(client)` on a client that has begun one will do, whereas
 * its `transaction` would begin another, and commit both.
 */
export const deleteTasks = async (tx: DatabaseOrTransaction, taskIds: readonly string[]): Promise<void> => {
  if (taskIds.length === 0) return
  await deleteExecutions(tx, taskIds, isEnded)
  await deleteExecutions(tx, taskIds)
  await tx.delete(tasks).where(inArray(tasks.id, [...taskIds]))
  await deleteExecutions(tx, taskIds)
  // Last: a run that was ending has been waited for, and what it counted is seen.
  await tx.delete(executionRollups).where(inArray(executionRollups.taskId, [...taskIds]))
  await tx.delete(schedulePauses).where(inArray(schedulePauses.taskId, [...taskIds]))
  await tx.delete(missedRuns).where(inArray(missedRuns.taskId, [...taskIds]))
  await tx.delete(completions).where(inArray(completions.taskId, [...taskIds]))
  await tx.delete(sentRequests).where(inArray(sentRequests.taskId, [...taskIds]))
}

/** Rows of one statement, which may not take longer than any statement may. */
const rowsAtOnce = 500

const isEnded = inArray(executions.status, ['SUCCEEDED', 'FAILED'])

const deleteExecutions = async (tx: DatabaseOrTransaction, taskIds: readonly string[], which?: SQL) => {
  for (const taskId of taskIds.toSorted()) {
    let deleted = rowsAtOnce
    while (deleted > 0) deleted = await deleteOldestExecutions(tx, taskId, rowsAtOnce, which)
  }
}

/**
 * Deletes so many of a task's executions, those of `which` where it is given, and gives how many. They are locked first, and deleted by a statement of its
 * own: one that waited for a run that was ending would go on seeing nothing of the details and deliveries that the run
 * has left. The order is that of the index, nulls included.
 */
export const deleteOldestExecutions = async (
  tx: DatabaseOrTransaction,
  taskId: string,
  limit: number,
  which?: SQL,
): Promise<number> => {
  const locked = await tx
    .select({ id: executions.id })
    .from(executions)
    .where(and(eq(executions.taskId, taskId), which))
    .orderBy(sql`${executions.id} nulls first`)
    .limit(limit)
    .for('update')
  if (locked.length === 0) return 0
  const ids = locked.map(({ id }) => id)
  await tx.execute(sql`
    with to_delete as (select unnest(${sql.param(ids)}::uuid[]) as id),
      deleted_deliveries as (${sql.raw(deleteWithSubjectsSql)}),
      deleted_details as (delete from execution_details using to_delete where execution_id = to_delete.id)
    delete from executions using to_delete where executions.id = to_delete.id`)
  return locked.length
}
