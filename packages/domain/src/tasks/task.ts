import { z } from 'zod'
import { describedViews } from '../definitions/described.ts'
import { ExecutionErrorCode, ExecutionStatus, ExecutionTrigger } from '../executions/execution.ts'
import { longestCompletionSeconds, shortestCompletionSeconds } from '../executions/completion-rules.ts'
import { Id, Timestamp } from '../id.ts'
import { countsBy, pageOf, pageQuery, WithoutIds } from '../page.ts'
import { longestName } from '../text/names.ts'
import { pageSizes } from '../page-sizes.ts'
import { RequestInput, RequestView } from '../requests/request-target.ts'
import { SchedulerInput, SchedulerView } from '../schedules/scheduler.ts'
import { Version } from '../versions.ts'
import { taskSortKeys, taskStates } from './task-list-options.ts'

export const TaskStatus = z.enum(['DRAFT', 'ACTIVE', 'DISABLED'])
export type TaskStatus = z.infer<typeof TaskStatus>

export const TaskSortKey = z.enum(taskSortKeys)
export type TaskSortKey = z.infer<typeof TaskSortKey>

/** How a task asks its target to say later how its work ended; see `completion-rules.ts`. */
export const CompletionInput = z.strictObject({
  /** Counted from the start of the call. */
  withinSeconds: z
    .number()
    .int()
    .min(shortestCompletionSeconds, `Enter at least ${shortestCompletionSeconds} seconds.`)
    .max(longestCompletionSeconds, `Enter at most ${longestCompletionSeconds / 86_400} days.`),
})

/** Everything of a task that its owner writes: draft auto-save, Save and Create send the same. */
export const SaveTaskInput = z.strictObject({
  name: z.string().trim().max(longestName).nullable().default(null),
  scheduler: SchedulerInput,
  request: RequestInput,
  /** Null: an execution ends with its response. Left out, what is stored stays. */
  completion: CompletionInput.nullable().optional(),
  /** The version that was read; absent, the save replaces whatever is stored. */
  version: Version.optional(),
  /** As it was read; a save does not change it, and is rejected where it is another one. */
  status: TaskStatus.optional(),
})
export type SaveTaskInput = z.infer<typeof SaveTaskInput>

export const SaveTaskQuery = z.strictObject({ activate: z.stringbool().default(false) })

export const TaskView = z.object({
  id: Id,
  version: Version,
  name: z.string().nullable(),
  status: TaskStatus,
  ...describedViews,
  createdAt: Timestamp,
  lastOpenedAt: Timestamp.nullable(),
  scheduler: SchedulerView,
  request: RequestView,
  completion: CompletionInput.nullable(),
  /** 0: its executions notify nobody. */
  notificationCount: z.number().int(),
})
export type TaskView = z.infer<typeof TaskView>

/** One run in the strip that a list row carries. */
export const RecentRun = z.object({
  id: Id,
  trigger: ExecutionTrigger,
  status: ExecutionStatus,
  statusCode: z.number().int().nullable(),
  errorCode: ExecutionErrorCode.nullable(),
  responseTimeMs: z.number().nullable(),
  createdAt: Timestamp,
})
export type RecentRun = z.infer<typeof RecentRun>

/** `recentRuns`: the last 20, newest first. */
export const TaskListItem = z.object({ ...TaskView.shape, recentRuns: z.array(RecentRun) })
export type TaskListItem = z.infer<typeof TaskListItem>

export const TaskState = z.enum(taskStates)
export type TaskState = z.infer<typeof TaskState>

/**
 * `counts`: how many tasks match the search, by state, whatever `status` asks for; each is ACTIVE or DISABLED, FAILING
 * counts some of both, and LATE some that are active. `taskCount`: how many the account has, whether they match or not.
 */
export const TaskPage = pageOf(TaskListItem).extend({
  // An API of the version before counts none that are late.
  counts: countsBy(taskStates).extend({ LATE: z.number().int().default(0) }),
  taskCount: z.number().int(),
})
export type TaskPage = z.infer<typeof TaskPage>

/** A task that was begun and not created yet. `updatedAt`: when it was saved last; it is deleted `draftHours` after that. */
export const DraftListItem = z.object({ id: Id, name: z.string().nullable(), uri: z.string(), updatedAt: Timestamp })
export type DraftListItem = z.infer<typeof DraftListItem>

export const DraftList = z.object({ results: z.array(DraftListItem) })
export type DraftList = z.infer<typeof DraftList>

/** Search matches name and URL, any part, whatever the case. */
export const TaskListQuery = z.strictObject({
  ...pageQuery(pageSizes.tasks),
  sortKey: TaskSortKey.default('createdAt'),
  search: z.string().max(200).default(''),
  status: TaskState.optional(),
  without: WithoutIds,
})
export type TaskListQuery = z.infer<typeof TaskListQuery>

/**
 * `deactivate`: a task that is active is deactivated first; without it, deleting one is a conflict. `untouched`:
 * only a draft that was never saved and has no notification is deleted, and anything else is left as it is.
 */
export const DeleteTaskQuery = z.strictObject({
  deactivate: z.stringbool().default(false),
  untouched: z.stringbool().default(false),
})

/** `request`: what a test sends; absent, it sends what is stored. A password that is left out is the stored one. */
export const TestTaskInput = z.strictObject({
  request: RequestInput.optional(),
  /** Whether notifications whose condition is met are delivered. Left out, nobody is notified of a test. */
  sendNotifications: z.boolean().default(false),
})
export type TestTaskInput = z.infer<typeof TestTaskInput>

/** UNSAVED: the request that came with the call, which differs from the one that is stored. */
export const TestedVersion = z.enum(['SAVED', 'UNSAVED'])
export type TestedVersion = z.infer<typeof TestedVersion>

export const TestRunView = z.object({ executionId: Id, version: TestedVersion })
export type TestRunView = z.infer<typeof TestRunView>
