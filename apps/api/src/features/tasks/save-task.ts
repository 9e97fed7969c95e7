import type { Transaction } from '@knockwire/db/client'
import { tasks } from '@knockwire/db/schema/tasks'
import { type FieldErrors, throwIfInvalid } from '@knockwire/domain/errors'
import { checkSchedule } from '@knockwire/domain/schedules/check-schedule'
import { firstRun } from '@knockwire/domain/schedules/next-run'
import { fallbackTimeZone } from '@knockwire/domain/schedules/zone-clock'
import type { SchedulerInput } from '@knockwire/domain/schedules/scheduler'
import type { SaveTaskInput, TaskView } from '@knockwire/domain/tasks/task'
import { changedFields, nextVersion, requireStatus, type VersionState } from '@knockwire/domain/versions'
import { checkRequest } from '@knockwire/services/requests/check-request'
import { decryptRequest, encryptRequest, viewRequest } from '@knockwire/services/requests/stored-request'
import { activateSchedule, changeSchedule, type ScheduleTimes } from '@knockwire/services/schedules/schedule'
import { eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { presentTask, statusOf } from './presenter.ts'
import { findTask, type LockedTask, lockTask, schedulerOf, versionOf } from '../../access/owned/owned-task.ts'

/** Whether the schedule runs at other times than before; fields of other modes do not count. */
const isSameSchedule = (before: SchedulerInput, after: SchedulerInput): boolean => {
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

/** By the editor's field names. */
export const validateSchedule = (scheduler: SchedulerInput, nowMs: number): FieldErrors => ({
  ...checkSchedule(scheduler, nowMs),
})

/** Where a schedule that is activated at this time counts from, and when it runs first. */
export const timesFrom = (scheduler: SchedulerInput, nowMs: number): ScheduleTimes => {
  const first = firstRun(scheduler, nowMs)
  return { anchorAt: new Date(nowMs), dueAt: first === null ? null : new Date(first) }
}

export interface Save {
  taskId: string
  input: SaveTaskInput
  /** The version that the caller started from; undefined where they do not say. */
  version?: number | undefined
}

/** Throws where the task has changed since the version that the caller started from. */
export const versionAfter = ({ secrets }: ApiContext, locked: LockedTask, { input, version }: Save): VersionState => {
  const { task, schedule } = locked
  const { name, request, scheduler, status } = input
  const { password } = request.target.basicAuth
  const changed = changedFields(
    { name: task.name, scheduler: schedulerOf(schedule), request: { target: viewRequest(secrets, task.request) } },
    {
      name: name === '' ? null : name,
      scheduler,
      request: {
        target: viewRequest(secrets, encryptRequest(secrets, request.target, task.request.basicAuth.password)),
      },
    },
  )
  const storedPassword = decryptRequest(secrets, task.request).basicAuth.password ?? ''
  if (password !== undefined && password !== storedPassword) changed.push('request.target.basicAuth.password')
  const stored = versionOf(locked)
  const current = () => presentTask(secrets, locked)
  requireStatus({ ...stored, status: statusOf(locked) }, { status, sent: version, current })
  return nextVersion(stored, { changed, sent: version, current })
}

/** Writes what the user saved. An active task's times move only where its schedule itself has changed. */
export const writeTask = async (
  context: ApiContext,
  tx: Transaction,
  { task, schedule, nowMs }: LockedTask,
  { name, request, scheduler }: SaveTaskInput,
  { version, fieldVersions }: VersionState,
): Promise<void> => {
  await tx
    .update(tasks)
    .set({
      name: name === '' ? null : name,
      request: encryptRequest(context.secrets, request.target, task.request.basicAuth.password),
      updatedAt: new Date(nowMs),
      version: version - schedule.stateVersion,
      fieldVersions,
    })
    .where(eq(tasks.id, task.id))
  const isMoved = schedule.status === 'ACTIVE' && !isSameSchedule(schedulerOf(schedule), scheduler)
  await changeSchedule(tx, task.id, scheduler, isMoved ? timesFrom(scheduler, nowMs) : null)
}

/**
 * A draft is kept as it is typed, complete or not; a task must be able to run as saved. `activate`: a disabled task is
 * active from then on.
 */
export const saveTask = (
  context: ApiContext,
  caller: Caller,
  save: Save,
  { activate = false } = {},
): Promise<TaskView> =>
  context.db.transaction(async (tx) => {
    const { taskId, input } = save
    const locked = await lockTask(tx, caller, taskId)
    const versions = versionAfter(context, locked, save)
    const isActivated = activate && locked.schedule.status === 'DISABLED'
    if (!locked.task.isDraft) throwIfInvalid(validateTask(context, locked, input, { isActivated }))
    await writeTask(context, tx, locked, input, versions)
    if (isActivated) await activateSchedule(tx, taskId, timesFrom(input.scheduler, locked.nowMs))
    return presentTask(context.secrets, await findTask(tx, caller, taskId))
  })

/** A schedule that stays as it is may have had its time: renaming a task that ran once is no fault, activating it is. */
const validateTask = (
  context: ApiContext,
  locked: LockedTask,
  input: SaveTaskInput,
  { isActivated }: { isActivated: boolean },
): FieldErrors => ({
  ...validateRequest(context, locked, input),
  ...((isActivated || !isSameSchedule(schedulerOf(locked.schedule), input.scheduler)) &&
    validateSchedule(input.scheduler, locked.nowMs)),
})

/** By the editor's field names. A password that is left out is the stored one. */
export const validateRequest = (
  context: ApiContext,
  { task }: Pick<LockedTask, 'task'>,
  { request }: Pick<SaveTaskInput, 'request'>,
): FieldErrors => {
  const { password: kept } = decryptRequest(context.secrets, task.request).basicAuth
  const { basicAuth } = request.target
  const password = basicAuth.password ?? kept ?? ''
  return checkRequest({ ...request.target, basicAuth: { ...basicAuth, password } }, context.checkUri)
}
