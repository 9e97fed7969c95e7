import { notifications } from '@knockwire/db/schema/notifications'
import { charts } from '@knockwire/db/schema/tasks'
import { asc, inArray } from 'drizzle-orm'
import { shownSecrets } from '../../access/owned/shown-secrets.ts'
import type { ApiContext, Caller } from '../../context.ts'
import { presentChart } from '../charts/charts.ts'
import { selectNotifications } from '../notifications/notifications.ts'
import { receiverOwner } from '../notifications/receiver/receiver-owner.ts'
import { taskOwner } from '../notifications/task/task-owner.ts'

type OfTask = 'notifications' | 'charts'

/** Tasks with what belongs to them and was asked for: one statement for each kind of it. The caller has found the tasks as theirs. */
export const withIncludedOfTasks = async <T extends { id: string }>(
  context: ApiContext,
  caller: Caller,
  tasks: readonly T[],
  include: readonly OfTask[],
) => {
  const ids = tasks.map(({ id }) => id)
  if (include.length === 0 || ids.length === 0) return [...tasks]
  const secrets = shownSecrets(context, caller)
  const found = include.includes('notifications')
    ? await selectNotifications(context.db, inArray(notifications.taskId, ids))
    : []
  const byTask = Map.groupBy(found, ({ notification }) => notification.taskId)
  const plotted = include.includes('charts')
    ? await context.db.select().from(charts).where(inArray(charts.taskId, ids)).orderBy(asc(charts.id))
    : []
  const chartsByTask = Map.groupBy(plotted, ({ taskId }) => taskId)
  return tasks.map((task) => ({
    ...task,
    ...(include.includes('notifications') && {
      notifications: (byTask.get(task.id) ?? []).map((row) => taskOwner.view(secrets, row)),
    }),
    ...(include.includes('charts') && { charts: (chartsByTask.get(task.id) ?? []).map(presentChart) }),
  }))
}

/** The same of receivers. */
export const withIncludedOfReceivers = async <T extends { id: string }>(
  context: ApiContext,
  caller: Caller,
  receivers: readonly T[],
  include: readonly 'notifications'[],
) => {
  const ids = receivers.map(({ id }) => id)
  if (include.length === 0 || ids.length === 0) return [...receivers]
  const secrets = shownSecrets(context, caller)
  const found = await selectNotifications(context.db, inArray(notifications.receiverId, ids))
  const byReceiver = Map.groupBy(found, ({ notification }) => notification.receiverId)
  return receivers.map((receiver) => ({
    ...receiver,
    notifications: (byReceiver.get(receiver.id) ?? []).map((row) => receiverOwner.view(secrets, row)),
  }))
}
