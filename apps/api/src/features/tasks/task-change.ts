import type { Transaction } from '@knockwire/db/client'
import { tasks } from '@knockwire/db/schema/tasks'
import type { FieldErrors } from '@knockwire/domain/errors'
import { checkSchedule } from '@knockwire/domain/schedules/check-schedule'
import { firstRun } from '@knockwire/domain/schedules/next-run'
import type { SchedulerInput } from '@knockwire/domain/schedules/scheduler'
import { fallbackTimeZone } from '@knockwire/domain/schedules/schedule-zone'
import type { SaveTaskInput } from '@knockwire/domain/tasks/task'
import {
  changedFields,
  nextVersion,
  requireStatus,
  requireVersion,
  type VersionState,
} from '@knockwire/domain/versions'
import { checkRequest } from '@knockwire/services/requests/check-request'
import {
  type DecryptedRequest,
  decryptRequest,
  encryptRequest,
  requestAfterSave,
} from '@knockwire/services/requests/stored-request'
import { activateSchedule, changeSchedule, type ScheduleTimes } from '@knockwire/services/schedules/schedule'
import { eq } from 'drizzle-orm'
import { type LockedTask, lockTask, schedulerOf, versionOf } from '../../access/owned/owned-task.ts'
import { requireContents } from '../../access/owned/whole-etag.ts'
import type { ApiContext, Caller } from '../../context.ts'
import { presentTask, statusOf } from '../../access/owned/present-task.ts'

/** A task, and the version that the caller saw of it and started from; undefined where they do not say. */
export interface SeenTask {
  taskId: string
  version?: number | undefined
  /** Of its notifications and bookmarks, where the ETag of the whole was sent. */
  digest?: string | undefined
}

/** The task, locked until the transaction ends. Throws where it has another version than the caller saw. */
export const lockSeen = async (
  { secrets }: ApiContext,
  tx: Transaction,
  caller: Caller,
  { taskId, version, digest }: SeenTask,
): Promise<LockedTask> => {
  const locked = await lockTask(tx, caller, taskId)
  const current = () => presentTask(secrets, locked)
  requireVersion(versionOf(locked), { sent: version, current })
  await requireContents(tx, { kind: 'task', row: locked.task, digest, current })
  return locked
}

export interface Save extends SeenTask {
  input: SaveTaskInput
}

/** A save of a task that is locked: compared with what is stored, not yet checked. */
export interface TaskChange {
  locked: LockedTask
  input: SaveTaskInput
  /** The request after the save, in the clear. */
  request: DecryptedRequest
  versions: VersionState
  /** The dotted paths of the fields that the save changes. */
  changed: readonly string[]
}

/** Throws where the task has changed since the version that the caller started from. */
export const changeOf = ({ secrets }: ApiContext, locked: LockedTask, { input, version }: Save): TaskChange => {
  const { task, schedule } = locked
  const { scheduler, status } = input
  const storedRequest = decryptRequest(secrets, task.request)
  const request = requestAfterSave(input.request.target, storedRequest)
  const before = schedulerOf(schedule)
  const completion = completionOf(task)
  const { catchUp = before.catchUp, catchUpSecond = before.catchUpSecond } = scheduler
  const changed = changedFields(
    { name: task.name, scheduler: before, completion, request: { target: withPasswordSet(storedRequest) } },
    {
      name: storedName(input),
      scheduler: { ...scheduler, catchUp, catchUpSecond },
      completion: input.completion === undefined ? completion : input.completion,
      request: { target: withPasswordSet(request) },
    },
  )
  const stored = versionOf(locked)
  const current = () => presentTask(secrets, locked)
  requireStatus({ ...stored, status: statusOf(locked) }, { status, sent: version, current })
  return { locked, input, request, changed, versions: nextVersion(stored, { changed, sent: version, current }) }
}

const completionOf = ({ completionSecond }: LockedTask['task']) =>
  completionSecond === null ? null : { withinSeconds: completionSecond }

const storedName = ({ name }: SaveTaskInput) => (name === '' ? null : name)

/** Whether there is a password is a separate field for those who read the task: they do not see the password. */
const withPasswordSet = ({ basicAuth, ...request }: DecryptedRequest) => ({
  ...request,
  basicAuth: { ...basicAuth, passwordSet: basicAuth.password !== undefined },
})

/**
 * What keeps the task from running as saved, by the editor's field names. A schedule that stays as it is may have had its
 * time: renaming a task that ran once is no fault, activating it is.
 */
export const checkChange = (
  { checkUri }: ApiContext,
  { locked, input: { scheduler }, request }: TaskChange,
  { activates }: { activates: boolean },
): FieldErrors => ({
  ...checkRequest(request, checkUri),
  ...((activates || !isSameSchedule(schedulerOf(locked.schedule), scheduler)) &&
    checkSchedule(scheduler, locked.nowMs)),
})

/** Writes what the user saved; it is a task from then on where it `activates`. Other times move with their schedule only. */
export const writeChange = async (
  context: ApiContext,
  tx: Transaction,
  change: TaskChange,
  { activates }: { activates: boolean },
): Promise<void> => {
  const { locked, input } = change
  const { task, schedule, nowMs } = locked
  await tx
    .update(tasks)
    .set({ ...columnsOf(context, change), isDraft: task.isDraft && !activates })
    .where(eq(tasks.id, task.id))
  const { scheduler } = input
  if (activates) return activateSchedule(tx, task.id, timesFrom(scheduler, nowMs), scheduler)
  const isMoved = schedule.status === 'ACTIVE' && !isSameSchedule(schedulerOf(schedule), scheduler)
  return changeSchedule(tx, task.id, scheduler, isMoved ? timesFrom(scheduler, nowMs) : null)
}

/** What a save writes of the task's own row. */
export const columnsOf = (
  { secrets }: Pick<ApiContext, 'secrets'>,
  { locked: { task, schedule, nowMs }, input, versions: { version, fieldVersions } }: TaskChange,
) => ({
  name: storedName(input),
  request: encryptRequest(secrets, input.request.target, task.request.basicAuth.password),
  ...(input.completion !== undefined && { completionSecond: input.completion?.withinSeconds ?? null }),
  updatedAt: new Date(nowMs),
  version: version - schedule.stateVersion,
  fieldVersions,
})

/** Where a schedule that is activated at this time counts from, and when it runs first. */
export const timesFrom = (scheduler: SchedulerInput, nowMs: number): ScheduleTimes => {
  const first = firstRun(scheduler, nowMs)
  return { anchorAt: new Date(nowMs), dueAt: first === null ? null : new Date(first) }
}

/** Whether the schedule runs at the same times as before; fields of other modes do not count. */
export const isSameSchedule = (before: SchedulerInput, after: SchedulerInput): boolean => {
  if (before.mode !== after.mode) return false
  switch (after.mode) {
    case 'INTERVAL':
      return before.intervalSecond === after.intervalSecond
    case 'CUSTOM':
      return before.expression === after.expression && zoneOf(before) === zoneOf(after)
    case 'ONE_TIME':
      return before.oneTimeModeEpochSecond === after.oneTimeModeEpochSecond
  }
}

const zoneOf = ({ timezone }: SchedulerInput) => timezone ?? fallbackTimeZone
