import { z } from 'zod'
import { ChartView } from '../charts/chart.ts'
import { NotificationView, ReceiverNotificationView } from '../notifications/notification.ts'
import { pageOf } from '../page.ts'
import { ReceiverListItem, ReceiverView } from '../receivers/receiver.ts'
import { TaskListItem, TaskView } from '../tasks/task.ts'

const listOf = <T extends string>(names: readonly [T, ...T[]]) =>
  z
    .string()
    .max(100)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(names)))
    .default([])

/** What belongs to a task and is given with it, separated by commas. */
export const TaskInclude = z.strictObject({ include: listOf(['notifications', 'charts']) })
export const ReceiverInclude = z.strictObject({ include: listOf(['notifications']) })

const ofTask = { notifications: z.array(NotificationView).optional(), charts: z.array(ChartView).optional() }
const ofReceiver = { notifications: z.array(ReceiverNotificationView).optional() }

export const TaskWithIncluded = TaskView.extend(ofTask)
/** What a page of tasks has where something is included. */
export const pageOfTasksIncluded = pageOf(TaskListItem.extend(ofTask)).shape

export const ReceiverWithIncluded = ReceiverView.extend(ofReceiver)
export const pageOfReceiversIncluded = pageOf(ReceiverListItem.extend(ofReceiver)).shape
