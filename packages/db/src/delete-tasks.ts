import { inArray, sql } from 'drizzle-orm'
import type { Transaction } from './client.ts'
import { tasks } from './schema/tasks.ts'

/**
 * Deletes tasks with everything of theirs. Executions go first, in the order in which an ending run takes its locks,
 * and once more after their schedule is gone: dispatch may have queued one in between. A run under way finds nothing
 * left to write to.
 */
export const deleteTasks = async (tx: Transaction, taskIds: readonly string[]): Promise<void> => {
  if (taskIds.length === 0) return
  await deleteExecutions(tx, taskIds)
  await tx.delete(tasks).where(inArray(tasks.id, [...taskIds]))
  await deleteExecutions(tx, taskIds)
}

const deleteExecutions = async (tx: Transaction, taskIds: readonly string[]) => {
  await tx.execute(sql`
    with gone as (delete from executions where task_id = any(${sql.param(taskIds)}::uuid[]) returning id),
      told as (delete from deliveries using gone where subject_id = gone.id)
    delete from execution_details using gone where execution_id = gone.id`)
}
