import type { NotificationView } from '@knockwire/domain/notifications/notification'
import type { ApiContext, Caller } from '../../context.ts'
import { requireTask } from '../tasks/require-task.ts'
import { presentNotification } from './presenter.ts'
import { selectOfTask } from './queries.ts'

/** All of a task's, in the order in which they were made: there are 20 at most. */
export const listNotifications = async (
  { db, secrets }: ApiContext,
  caller: Caller,
  { taskId }: { taskId: string },
): Promise<{ results: NotificationView[] }> => {
  await requireTask(db, caller, taskId)
  return { results: (await selectOfTask(db, taskId)).map((row) => presentNotification(secrets, row)) }
}
