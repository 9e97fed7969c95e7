import type { Secrets } from '@knockwire/services/secrets/secrets'
import type { SchedulerView } from '@knockwire/domain/schedules/scheduler'
import type { TaskStatus, TaskView } from '@knockwire/domain/tasks/task'
import { viewRequest } from '@knockwire/services/requests/stored-request'
import { presentDescribed } from './described.ts'
import { schedulerOf, type TaskRow, versionOf } from './owned-task.ts'

const presentScheduler = (schedule: TaskRow['schedule']): SchedulerView => ({
  ...schedulerOf(schedule),
  status: schedule.status,
  disabledReason: schedule.disabledReason,
  nextExecutionDate: schedule.dueAt?.toISOString() ?? null,
})

export const statusOf = ({ task, schedule }: TaskRow): TaskStatus => (task.isDraft ? 'DRAFT' : schedule.status)

/** `secrets` null: for a caller who sees none. */
export const presentTask = (secrets: Secrets | null, row: TaskRow): TaskView => ({
  id: row.task.id,
  version: versionOf(row).version,
  name: row.task.name,
  status: statusOf(row),
  ...presentDescribed(row.task),
  createdAt: row.task.createdAt.toISOString(),
  lastOpenedAt: row.task.lastOpenedAt?.toISOString() ?? null,
  scheduler: presentScheduler(row.schedule),
  notificationCount: row.notificationCount,
  completion: row.task.completionSecond === null ? null : { withinSeconds: row.task.completionSecond },
  request: { target: viewRequest(secrets, row.task.request) },
})
