import type { FieldVersions } from '@knockwire/domain/versions'
import type { DisabledReason, ScheduleMode, SchedulerStatus } from '@knockwire/domain/schedules/scheduler'
import type { CatchUpPolicy } from '@knockwire/domain/schedules/catch-up'
import type { LossReason } from '@knockwire/domain/schedules/planned-instants'
import type { BookmarkSource } from '@knockwire/domain/charts/chart'
import { sql } from 'drizzle-orm'
import {
  boolean,
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { accounts } from './accounts.ts'
import { timestamp } from './columns.ts'
import type { StoredManagedBy, StoredRequest } from '../stored-json.ts'

export const tasks = pgTable(
  'tasks',
  {
    id: uuid().primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text(),
    isDraft: boolean('is_draft').notNull(),
    /** What a file or a program calls it; null for one that was made by hand. */
    key: text(),
    description: text(),
    labels: jsonb().$type<Record<string, string>>().notNull().default({}),
    managedBy: jsonb('managed_by').$type<StoredManagedBy>(),
    request: jsonb().$type<StoredRequest>().notNull(),
    /** Length of the request as text, kept by a trigger. Null where it was stored before the trigger was there. */
    requestBytes: integer('request_bytes'),
    /** How long its executions wait for their completion; null: they end with their response. */
    completionSecond: integer('completion_second'),
    /** Counts the saves that changed it; see `versions.ts` of the domain. */
    version: integer().notNull().default(1),
    fieldVersions: jsonb('field_versions').$type<FieldVersions>().notNull().default({}),
    createdAt: timestamp('created_at').notNull(),
    updatedAt: timestamp('updated_at').notNull(),
    lastOpenedAt: timestamp('last_opened_at'),
    lastSlackSetupAt: timestamp('last_slack_setup_at'),
  },
  (t) => [
    index('tasks_account').on(t.accountId, t.id.desc()),
    index('tasks_drafts')
      .on(t.updatedAt)
      .where(sql`is_draft`),
    uniqueIndex('tasks_key')
      .on(t.accountId, t.key)
      .where(sql`key is not null`)
      .concurrently(),
  ],
)

/**
 * When a task runs: one narrow row for each task, the only one that dispatch touches.
 * A row is idle and waiting for `dueAt`, in flight (`inFlightExecutionId` set), or disabled (`dueAt` null).
 */
export const schedules = pgTable(
  'schedules',
  {
    taskId: uuid('task_id')
      .primaryKey()
      .references(() => tasks.id, { onDelete: 'cascade' }),
    accountId: uuid('account_id').notNull(),
    mode: text().$type<ScheduleMode>().notNull(),
    status: text().$type<SchedulerStatus>().notNull(),
    disabledReason: text('disabled_reason').$type<DisabledReason>(),
    intervalSecond: integer('interval_second'),
    expression: text(),
    timezone: text(),
    oneTimeModeEpochSecond: bigint('one_time_mode_epoch_second', { mode: 'number' }),
    oneTimeModeTimezone: text('one_time_mode_timezone'),
    /** What is done about times that were missed. */
    catchUp: text('catch_up').$type<CatchUpPolicy>().notNull().default('ONCE'),
    catchUpSecond: integer('catch_up_second'),
    /** The activation: intervals are counted from it, so that they do not drift. */
    anchorAt: timestamp('anchor_at'),
    /** The next scheduled time; null where there is none. */
    dueAt: timestamp('due_at'),
    /** The scheduled execution that is queued or running; the task is not due again before it has ended. */
    inFlightExecutionId: uuid('in_flight_execution_id'),
    /** FAILED executions of the schedule in a row. */
    consecutiveFailures: integer('consecutive_failures').notNull().default(0),
    /** Executions of the schedule in a row that failed or got a response of 400 or above. */
    failingRuns: integer('failing_runs').notNull().default(0),
    /** When the first of those started; null where there are none. */
    failingSince: timestamp('failing_since'),
    /** Counts the changes of `status`, no matter who makes them; kept by a trigger. */
    stateVersion: integer('state_version').notNull().default(0),
    /** Executions kept, so that no list counts by scanning. */
    executionsTotal: integer('executions_total').notNull().default(0),
    /** The sum of its executions' `storedBytes`. */
    storedBytes: bigint('stored_bytes', { mode: 'number' }).notNull().default(0),
    /** The greatest `seq` that an execution of it was given as it ended, whether that one is still kept or not. */
    lastSeq: bigint('last_seq', { mode: 'number' }).notNull().default(0),
  },
  (t) => [
    index('schedules_due')
      .on(t.dueAt)
      .where(sql`due_at is not null and in_flight_execution_id is null`),
    index('schedules_in_flight')
      .on(t.accountId)
      .where(sql`in_flight_execution_id is not null`),
  ],
)

/**
 * When an existing task was disabled, so that a chart distinguishes that time from runs that were missed. Written by a trigger of
 * `schedules` by every change of a status there; kept as long as the counts that charts show. No foreign key: an executor that
 * disables a task would lock the task after its schedule, and a deletion does so the other way round.
 */
export const schedulePauses = pgTable(
  'schedule_pauses',
  {
    taskId: uuid('task_id').notNull(),
    fromAt: timestamp('from_at').notNull(),
    /** Null while it lasts. */
    toAt: timestamp('to_at'),
  },
  (t) => [primaryKey({ columns: [t.taskId, t.fromAt] })],
)

/**
 * Planned times that did not run: times in a row of one task, for one reason. Written where dispatch claims a schedule late, or a
 * schedule is changed that is overdue. No foreign key, as with `schedulePauses`.
 */
export const missedRuns = pgTable(
  'missed_runs',
  {
    id: uuid().primaryKey(),
    taskId: uuid('task_id').notNull(),
    reason: text().$type<LossReason>().notNull(),
    /** The first and the last of the times. */
    fromAt: timestamp('from_at').notNull(),
    toAt: timestamp('to_at').notNull(),
    runs: integer().notNull(),
    /** There are more of them than `runs`. */
    isAtLeast: boolean('is_at_least').notNull(),
    /** The execution that was in flight. */
    runningExecutionId: uuid('running_execution_id'),
    /** When no executor was there, where that is why; `awayFrom` null where it is not known. */
    awayFrom: timestamp('away_from'),
    awayTo: timestamp('away_to'),
  },
  (t) => [index('missed_runs_task').on(t.taskId, t.fromAt.desc())],
)

/** When executors claimed what was due, or would have but for the operator's pause: one row for each uninterrupted time of a process. */
export const executorPresence = pgTable(
  'executor_presence',
  {
    id: uuid().primaryKey(),
    fromAt: timestamp('from_at').notNull(),
    /** Renewed while it lasts, and ahead of now then. */
    untilAt: timestamp('until_at').notNull(),
    isPaused: boolean('is_paused').notNull(),
  },
  (t) => [index('executor_presence_until').on(t.untilAt)],
)

export const charts = pgTable(
  'charts',
  {
    id: uuid().primaryKey(),
    taskId: uuid('task_id')
      .notNull()
      .references(() => tasks.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    source: text().$type<BookmarkSource>().notNull(),
    property: text().notNull(),
    key: text(),
    createdAt: timestamp('created_at').notNull(),
  },
  (t) => [
    index('charts_task').on(t.taskId, t.id),
    uniqueIndex('charts_key')
      .on(t.taskId, t.key)
      .where(sql`key is not null`),
  ],
)
