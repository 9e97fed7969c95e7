import type { Transaction } from '@knockwire/db/client'
import { accounts } from '@knockwire/db/schema/accounts'
import { tasks } from '@knockwire/db/schema/tasks'
import { AppError, throwIfInvalid } from '@knockwire/domain/errors'
import { plans } from '@knockwire/domain/plans/plans'
import type { TaskView } from '@knockwire/domain/tasks/task'
import { activateSchedule } from '@knockwire/services/schedules/schedule'
import { and, count, eq, not } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { findTask, lockTask } from './owned-task.ts'
import { presentTask } from './presenter.ts'
import {
  type Save,
  saveTask,
  timesFrom,
  validateRequest,
  validateSchedule,
  versionAfter,
  writeTask,
} from './save-task.ts'

/** Turns a draft into an active task, within the plan. What is a task already is only saved. */
export const createTask = async (context: ApiContext, caller: Caller, save: Save): Promise<TaskView> =>
  (await createFromDraft(context, caller, save)) ?? saveTask(context, caller, save)

const createFromDraft = (context: ApiContext, caller: Caller, save: Save): Promise<TaskView | null> =>
  context.db.transaction(async (tx) => {
    const { taskId, input } = save
    const maxTasks = await lockPlan(tx, caller)
    const locked = await lockTask(tx, caller, taskId)
    if (!locked.task.isDraft) return null
    const versions = versionAfter(context, locked, save)
    throwIfInvalid({ ...validateRequest(context, locked, input), ...validateSchedule(input.scheduler, locked.nowMs) })
    await rejectOverPlan(tx, caller, maxTasks)
    await tx.update(tasks).set({ isDraft: false }).where(eq(tasks.id, taskId))
    await writeTask(context, tx, locked, input, versions)
    await activateSchedule(tx, taskId, timesFrom(input.scheduler, locked.nowMs))
    return presentTask(context.secrets, await findTask(tx, caller, taskId))
  })

/** Locked until the transaction ends: an account's creations are serialized, so that each counts the one before. */
const lockPlan = async (tx: Transaction, { accountId }: Caller) => {
  const [account] = await tx
    .select({ plan: accounts.plan })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('no key update')
  if (account === undefined) throw new AppError('SIGNED_OUT', 'You are signed out. Please sign in.')
  return plans[account.plan].tasks
}

const rejectOverPlan = async (tx: Transaction, { accountId }: Caller, maxTasks: number) => {
  const mine = and(eq(tasks.accountId, accountId), not(tasks.isDraft))
  const [created] = await tx.select({ count: count() }).from(tasks).where(mine)
  if ((created?.count ?? 0) < maxTasks) return
  throw new AppError('PLAN_LIMIT', `Your plan includes ${maxTasks} tasks. Delete one or upgrade your plan.`)
}
