import type { TaskView } from '@knockwire/domain/tasks/task'
import type { ApiContext, Caller } from '../../context.ts'
import { presentTask } from './presenter.ts'
import { findTask } from './queries.ts'

export const getTask = async (context: ApiContext, caller: Caller, { taskId }: { taskId: string }): Promise<TaskView> =>
  presentTask(context.secrets, await findTask(context.db, caller, taskId))
