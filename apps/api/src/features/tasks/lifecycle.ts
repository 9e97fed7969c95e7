import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '@knockwire/db/client'
import { completions, executions, testedRequests } from '@knockwire/db/schema/executions'
import { tasks } from '@knockwire/db/schema/tasks'
import { AppError, notFound, throwIfInvalid } from '@knockwire/domain/errors'
import { checkSchedule } from '@knockwire/domain/schedules/check-schedule'
import type { TaskView, TestRunView, TestTaskInput } from '@knockwire/domain/tasks/task'
import { queueExecutions } from './queue-executions.ts'
import { checkRequest } from '@knockwire/services/requests/check-request'
import { decryptRequest, encryptRequest, requestAfterSave } from '@knockwire/services/requests/stored-request'
import { activateSchedule, disableSchedule } from '@knockwire/services/schedules/schedule'
import { countOne, fixedWindow } from '@knockwire/services/usage/rate-window'
import { and, count, eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { presentTask } from '../../access/owned/present-task.ts'
import { noteHandEdit } from '../../access/owned/hand-edits.ts'
import { findTask, lockTask, schedulerOf } from '../../access/owned/owned-task.ts'
import { lockSeen, type SeenTask, timesFrom } from './task-change.ts'
import { auditTask } from './audit-task.ts'
import { throwIfCallsPaused } from '../../access/calls-paused.ts'

/** A task that is active already keeps its times. */
export const activateTask = (context: ApiContext, caller: Caller, seen: SeenTask): Promise<TaskView> =>
  context.db.transaction(async (tx) => {
    const { taskId } = seen
    const { task, schedule, nowMs } = await lockSeen(context, tx, caller, seen)
    if (task.isDraft) throw new AppError('CONFLICT', 'This task is still a draft. Create it first.')
    if (schedule.status === 'DISABLED') {
      const scheduler = schedulerOf(schedule)
      const request = checkRequest(decryptRequest(context.secrets, task.request), context.checkUri)
      throwIfInvalid({ ...request, ...checkSchedule(scheduler, nowMs) })
      await activateSchedule(tx, taskId, timesFrom(scheduler, nowMs))
      await auditTask(context, tx, caller, { action: 'task.activated', task })
      await noteHandEdit(context, tx, caller, { kind: 'task', id: taskId, paths: ['/state'] })
    }
    return presentTask(context.secrets, await findTask(tx, caller, taskId))
  })

/** A task that is disabled already keeps the reason why. */
export const deactivateTask = (context: ApiContext, caller: Caller, seen: SeenTask): Promise<TaskView> =>
  context.db.transaction(async (tx) => {
    const { taskId } = seen
    const { task, schedule } = await lockSeen(context, tx, caller, seen)
    if (schedule.status === 'ACTIVE') {
      await disableSchedule(tx, taskId, 'USER')
      await auditTask(context, tx, caller, { action: 'task.deactivated', task })
      await noteHandEdit(context, tx, caller, { kind: 'task', id: taskId, paths: ['/state'] })
    }
    return presentTask(context.secrets, await findTask(tx, caller, taskId))
  })

/** Of an account; a test is a call from our address, made at once. */
export const testsPerMinute = 30

type TestToQueue = Partial<TestTaskInput> & { taskId: string }

/** Runs the task once, now, whatever its status, with the request as given or as stored; changes nothing else of it. */
export const testTask = async (context: ApiContext, caller: Caller, test: TestToQueue): Promise<TestRunView> => {
  await throwIfCallsPaused(context.db)
  const queued = await queueTest(context, caller, test)
  context.queue.announce('run')
  const { executionId } = queued
  context.log.info(
    { event: 'test queued', executionId, taskId: test.taskId, accountId: caller.accountId },
    'test queued',
  )
  return queued
}

const queueTest = (
  context: ApiContext,
  caller: Caller,
  { taskId, request, sendNotifications = false }: TestToQueue,
): Promise<TestRunView> =>
  context.db.transaction(async (tx) => {
    const { secrets } = context
    const { task, nowMs } = await lockTask(tx, caller, taskId)
    const stored = decryptRequest(secrets, task.request)
    const tested = request === undefined ? stored : requestAfterSave(request.target, stored)
    throwIfInvalid(checkRequest(tested, context.checkUri))
    const unsaved =
      request === undefined || isDeepStrictEqual(tested, stored)
        ? null
        : encryptRequest(secrets, request.target, task.request.basicAuth.password)
    await countTest(context, tx, caller)
    if (task.completionSecond !== null) await boundWaiting(tx, caller)
    const run = {
      taskId,
      accountId: caller.accountId,
      trigger: 'TEST',
      scheduledFor: new Date(nowMs),
      sendsNotifications: sendNotifications,
    } as const
    const executionIds = (await queueExecutions(tx, [run], nowMs)).map(({ id }) => id)
    const [executionId] = executionIds
    if (executionId === undefined) throw new Error('A test was not queued.')
    if (unsaved !== null) await tx.insert(testedRequests).values({ executionId, taskId, request: unsaved })
    await auditTask(context, tx, caller, { action: 'task.tested', task })
    // Somebody is looking: it does not wait behind what is due.
    await context.queue.send(tx, 'run', [{ executionIds }], { priority: 1 })
    return { executionId, version: unsaved === null ? 'SAVED' : 'UNSAVED' }
  })

const countTest = async (context: ApiContext, tx: Transaction, { accountId }: Caller) => {
  const nowMs = context.now()
  const window = fixedWindow(nowMs, 60_000)
  if (await countOne(tx, { key: `test-task:${accountId}`, window, limit: testsPerMinute })) return
  throw new AppError('RATE_LIMITED', `At most ${testsPerMinute} tests can be run a minute. Wait a moment.`, {
    retryAfterSeconds: Math.ceil((window.endMs - nowMs) / 1000),
  })
}

/** Each may have a response and a completion of 1 MiB, which count against nobody's limit before it ends. */
const mostWaitingTests = 50

const boundWaiting = async (tx: Transaction, { accountId }: Caller) => {
  const [waiting] = await tx
    .select({ number: count() })
    .from(completions)
    .innerJoin(executions, eq(executions.id, completions.executionId))
    .where(and(eq(completions.accountId, accountId), eq(executions.trigger, 'TEST'), eq(executions.status, 'WAITING')))
  if ((waiting?.number ?? 0) < mostWaitingTests) return
  const message = `${mostWaitingTests} test executions wait for their completion. Complete one, or wait until the time of one is over.`
  throw new AppError('CONFLICT', message)
}

/** Notes that its owner has opened the task; a draft that is looked at is not cleaned away. */
export const openTask = async (context: ApiContext, caller: Caller, { taskId }: { taskId: string }): Promise<void> => {
  const now = new Date(context.now())
  const opened = await context.db
    .update(tasks)
    .set({ lastOpenedAt: now, updatedAt: now })
    .where(and(eq(tasks.id, taskId), eq(tasks.accountId, caller.accountId)))
    .returning({ id: tasks.id })
  if (opened.length === 0) throw notFound('task')
}

/** Notes that the browser leaves for Slack: the draft is waited for. */
export const markSlackSetup = async (
  context: ApiContext,
  caller: Caller,
  { taskId }: { taskId: string },
): Promise<void> => {
  const now = new Date(context.now())
  const marked = await context.db
    .update(tasks)
    .set({ lastSlackSetupAt: now, updatedAt: now })
    .where(and(eq(tasks.id, taskId), eq(tasks.accountId, caller.accountId)))
    .returning({ id: tasks.id })
  if (marked.length === 0) throw notFound('task')
}
