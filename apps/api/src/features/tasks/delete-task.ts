import { deleteTasks } from '@knockwire/services/tasks/delete-tasks'
import type { ApiContext, Caller } from '../../context.ts'
import { requireTask } from './require-task.ts'

/** Cancels a draft as well. */
export const deleteTask = (context: ApiContext, caller: Caller, { taskId }: { taskId: string }): Promise<void> =>
  context.db.transaction(async (tx) => {
    await requireTask(tx, caller, taskId)
    await deleteTasks(tx, [taskId])
  })
