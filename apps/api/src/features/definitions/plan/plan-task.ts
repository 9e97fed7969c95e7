import { isDeepStrictEqual } from 'node:util'
import type { tasks } from '@knockwire/db/schema/tasks'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { FieldChange } from '@knockwire/domain/audit/changes'
import type { PutTaskInput } from '@knockwire/domain/definitions/definition'
import type { DefinedState } from '@knockwire/domain/definitions/key'
import { taskFieldKeyOf } from '@knockwire/domain/tasks/field-keys'
import { defaultRequestTarget } from '@knockwire/domain/requests/request-rules'
import { type CatchUp, defaultCatchUp } from '@knockwire/domain/schedules/catch-up'
import { defaultScheduler } from '@knockwire/domain/schedules/default-scheduler'
import type { SchedulerInput } from '@knockwire/domain/schedules/scheduler'
import { changedFields, nextVersion } from '@knockwire/domain/versions'
import { defaultFiring } from '@knockwire/domain/notifications/firing-rules'
import { decryptRequest, encryptRequest } from '@knockwire/services/requests/stored-request'
import type { Secrets } from '@knockwire/services/secrets/secrets'
import type { ScheduleChange } from '@knockwire/services/schedules/schedule'
import { schedulerOf, versionOf } from '../../../access/owned/owned-task.ts'
import { fieldProblems } from '../../../plugins/rejection-problems.ts'
import { taskOwner } from '../../notifications/task/task-owner.ts'
import { changeOf, checkChange, columnsOf, isSameSchedule, timesFrom } from '../../tasks/task-change.ts'
import {
  chartDefinition,
  stateOfSchedule,
  taskDefinitionOf,
  taskNotificationDefinition,
} from '../stored/definition-of.ts'
import type { StoredTask } from '../stored/load-stored.ts'
import { auditChangesOf, byName, type Comparable, fieldsOf } from './object-plan.ts'
import { type ChartsPlan, planCharts } from './plan-charts.ts'
import { type NotificationsPlan, planNotifications } from './plan-notifications.ts'
import type { DefinitionProblem, PlanScope } from './scope.ts'
import { resolveKept, secretChanges, unusableSecrets } from './secret-values.ts'

type TaskInsert = typeof tasks.$inferInsert

/** What is to be written for one task, and what that changes. */
export interface TaskPlan {
  kind: 'task'
  id: string
  /** As it will be. */
  after: StoredTask
  isNew: boolean
  fields: { path: string; from: unknown; to: unknown }[]
  secretsChanged: string[]
  problems: DefinitionProblem[]
  /** For the audit log. */
  changes: FieldChange[]
  /** Null where its own row stays as it is. */
  row: TaskInsert | null
  schedule: ScheduleChange | null
  /** What its state becomes; null where that stays. */
  state: DefinedState | null
  notifications: Pick<NotificationsPlan, 'saved' | 'deleted' | 'forgotten'>
  charts: Pick<ChartsPlan, 'saved' | 'deleted'>
}

const comparableOf = (secrets: Secrets | null, stored: StoredTask, names: ReadonlyMap<string, string>): Comparable => {
  const {
    id: _,
    version: _version,
    createdAt: _created,
    managedBy: _managed,
    ...definition
  } = taskDefinitionOf(secrets, stored)
  return {
    ...definition,
    notifications: byName(
      stored.notifications.map((row) => [row.notification.id, taskNotificationDefinition(secrets, row)]),
      names,
    ),
    charts: byName(
      stored.charts.map((chart) => [chart.id, chartDefinition(chart)]),
      names,
    ),
  }
}

/** A task that there is not yet: what is left out of its definition is as here. */
const blankTask = ({ context, caller, nowMs }: PlanScope): StoredTask => {
  const id = uuidv7(context.now())
  const now = new Date(nowMs)
  return {
    task: {
      id,
      accountId: caller.accountId,
      name: null,
      isDraft: true,
      key: null,
      description: null,
      labels: {},
      managedBy: null,
      request: encryptRequest(context.secrets, defaultRequestTarget, null),
      requestBytes: null,
      completionSecond: null,
      version: 1,
      fieldVersions: {},
      createdAt: now,
      updatedAt: now,
      lastOpenedAt: null,
      lastSlackSetupAt: null,
    },
    schedule: {
      taskId: id,
      accountId: caller.accountId,
      ...defaultScheduler,
      ...defaultCatchUp,
      status: 'DISABLED',
      disabledReason: null,
      anchorAt: null,
      dueAt: null,
      inFlightExecutionId: null,
      consecutiveFailures: 0,
      failingRuns: 0,
      failingSince: null,
      stateVersion: 0,
      executionsTotal: 0,
      storedBytes: 0,
      lastSeq: 0,
    },
    notificationCount: 0,
    nowMs,
    notifications: [],
    charts: [],
  }
}

const catchUpAfter = ({ catchUp, catchUpSecond }: SchedulerInput, stored: CatchUp): CatchUp => ({
  catchUp: catchUp ?? stored.catchUp,
  catchUpSecond: catchUpSecond === undefined ? stored.catchUpSecond : catchUpSecond,
})

/** Fields of other modes say nothing: left out, they stay as they are. */
const schedulerAfter = (sent: SchedulerInput, stored: SchedulerInput & CatchUp): SchedulerInput & CatchUp => ({
  ...catchUpAfter(sent, stored),
  mode: sent.mode,
  intervalSecond: sent.intervalSecond ?? (sent.mode === 'INTERVAL' ? null : stored.intervalSecond),
  expression: sent.expression ?? (sent.mode === 'CUSTOM' ? null : stored.expression),
  timezone: sent.timezone ?? (sent.mode === 'CUSTOM' ? null : stored.timezone),
  oneTimeModeEpochSecond:
    sent.oneTimeModeEpochSecond ?? (sent.mode === 'ONE_TIME' ? null : stored.oneTimeModeEpochSecond),
  oneTimeModeTimezone: sent.oneTimeModeTimezone ?? (sent.mode === 'ONE_TIME' ? null : stored.oneTimeModeTimezone),
})

/** What of a task is not its owner's choice in a save, but of its definition. */
const describedOf = ({ key, description, labels }: Pick<StoredTask['task'], 'key' | 'description' | 'labels'>) => ({
  key,
  description,
  labels,
})

interface Planned {
  /** Null for a new task. */
  stored: StoredTask | null
  definition: PutTaskInput & { key: string | null }
}

export const planTask = async (scope: PlanScope, { stored, definition }: Planned): Promise<TaskPlan> => {
  const { context } = scope
  const { secrets } = context
  const before = stored ?? blankTask(scope)
  const { task, schedule } = before
  const { key, description, labels, state: requested, notifications, charts, ...sent } = definition
  const storedRequest = stored === null ? null : decryptRequest(secrets, task.request)
  const { target, problems: unkept } = resolveKept(sent.request, storedRequest)
  const scheduler =
    stored === null
      ? { ...sent.scheduler, ...catchUpAfter(sent.scheduler, schedule) }
      : schedulerAfter(sent.scheduler, schedulerOf(schedule))
  const input = { ...sent, scheduler, request: { target } }
  const change = changeOf(context, before, { taskId: task.id, input })
  const state = requested ?? (stored === null ? 'ACTIVE' : stateOfSchedule(schedule))
  const isStateChanged = stored === null || state !== stateOfSchedule(schedule)
  const activates = state === 'ACTIVE' && isStateChanged
  const errors = checkChange(context, change, { activates })
  const plannedNotifications = notifications
    ? await planNotifications(scope, taskOwner, {
        ownerId: task.id,
        definitions: notifications,
        stored: before.notifications,
        definitionOf: (row) => taskNotificationDefinition(secrets, row),
        inputOf: (one, taskId) => ({ firing: defaultFiring, ...one, taskId }),
      })
    : null
  const plannedCharts = charts
    ? planCharts(scope, { taskId: task.id, definitions: charts, stored: before.charts })
    : null
  const described = { key, description, labels }
  const changed = [...change.changed, ...changedFields(describedOf(task), described)]
  const versions =
    stored === null
      ? { version: 1, fieldVersions: {} }
      : nextVersion(versionOf(before), { changed, sent: undefined, current: () => before })
  const managedBy = managedAfter(scope, task)
  const isManagedAnew = !isDeepStrictEqual(managedBy, task.managedBy)
  const row =
    changed.length > 0 || stored === null
      ? { ...task, ...columnsOf(context, { ...change, versions }), ...described, managedBy, isDraft: false }
      : isManagedAnew
        ? { ...task, managedBy }
        : null
  const isMoved = !isSameSchedule(schedulerOf(schedule), scheduler)
  const scheduleChange = scheduleChangeOf(scope, {
    before,
    scheduler,
    state,
    isStateChanged,
    isMoved,
    isNew: stored === null,
    isSound: Object.keys(errors).length === 0,
  })
  const after: StoredTask = {
    ...before,
    task: { ...task, ...row, requestBytes: task.requestBytes },
    schedule: {
      ...schedule,
      ...scheduler,
      ...(isStateChanged && {
        status: state === 'ACTIVE' ? 'ACTIVE' : 'DISABLED',
        disabledReason: state === 'ACTIVE' ? null : 'USER',
      }),
    },
    notifications: plannedNotifications?.after ?? before.notifications,
    charts: plannedCharts?.after ?? before.charts,
  }
  const names = new Map([...(plannedNotifications?.names ?? []), ...(plannedCharts?.names ?? [])])
  const views = {
    before: stored && comparableOf(secrets, before, names),
    after: comparableOf(secrets, after, names),
  }
  const secretsChanged = [
    ...secretChanges(storedRequest, change.request, { path: '', secrets }),
    ...(plannedNotifications?.secretsChanged ?? []),
  ]
  const fields = fieldsOf(views.before, views.after)
  return {
    kind: 'task',
    id: task.id,
    after,
    isNew: stored === null,
    fields,
    secretsChanged,
    problems: [
      ...unkept,
      ...fieldProblems(errors, definition, taskFieldKeyOf).map(({ path, code, message }) => ({
        path: path ?? '',
        code,
        message,
      })),
      ...unusableSecrets(change.request, scope),
      ...(plannedNotifications?.problems ?? []),
      ...(plannedCharts?.problems ?? []),
    ],
    changes:
      fields.length + secretsChanged.length === 0
        ? []
        : auditChangesOf({
            ...views,
            shown: { before: stored && comparableOf(null, before, names), after: comparableOf(null, after, names) },
            secretsChanged,
          }),
    row,
    schedule: scheduleChange,
    state: stored !== null && isStateChanged ? state : null,
    notifications: plannedNotifications ?? { saved: [], deleted: [], forgotten: [] },
    charts: plannedCharts ?? { saved: [], deleted: [] },
  }
}

/** A file that manages it has it as the file says; a call about one object leaves that as it is. */
export const managedAfter = ({ project }: PlanScope, { managedBy }: Pick<StoredTask['task'], 'managedBy'>) =>
  project === null ? managedBy : { ...project, editedAt: null, editedPaths: [] }

interface Scheduled {
  before: StoredTask
  scheduler: SchedulerInput
  state: DefinedState
  isStateChanged: boolean
  isMoved: boolean
  isNew: boolean
  isSound: boolean
}

const scheduleChangeOf = (
  { nowMs }: PlanScope,
  { before: { task, schedule }, scheduler, state, isStateChanged, isMoved, isNew, isSound }: Scheduled,
): ScheduleChange | null => {
  const base = { taskId: task.id, accountId: task.accountId, scheduler }
  // One that cannot be used has no times, and is not written.
  const times = () => (isSound ? timesFrom(scheduler, nowMs) : null)
  if (isNew) return { ...base, kind: 'CREATE', times: state === 'ACTIVE' ? times() : null }
  if (isStateChanged)
    return state === 'ACTIVE'
      ? { ...base, kind: 'ACTIVATE', times: times() }
      : { ...base, kind: 'DISABLE', times: null }
  const isOver = schedule.disabledReason === 'DONE' && state === 'ACTIVE'
  if (isMoved && isOver) return { ...base, kind: 'ACTIVATE', times: times() }
  if (isMoved && schedule.status === 'ACTIVE') return { ...base, kind: 'MOVE', times: times() }
  const isSame = changedFields(schedulerOf(schedule), scheduler).length === 0
  return isSame ? null : { ...base, kind: 'KEEP', times: null }
}
