import type { Transaction } from '@knockwire/db/client'
import { activateSchedule } from '@knockwire/services/schedules/schedule'
import { accounts } from '@knockwire/db/schema/accounts'
import { tasks } from '@knockwire/db/schema/tasks'
import { AppError } from '@knockwire/domain/errors'
import { plans } from '@knockwire/domain/plans/plans'
import type { SaveTaskInput, TaskView } from '@knockwire/domain/tasks/task'
import { and, count, eq, not } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../../context.ts'
import { refuseFaults, scheduleFaults } from './check-task.ts'
import { presentTask } from '../presenter.ts'
import { lockTask } from '../lock-task.ts'
import { findTask } from '../queries.ts'
import { requestFaults, saveTask } from './save-task.ts'
import { timesFrom } from '../lifecycle/schedule-times.ts'
import { writeTask } from './write-task.ts'

/** Turns a draft into an active task, within the plan. Asked again for what is a task already, it only saves. */
export const createTask = async (
  context: ApiContext,
  caller: Caller,
  asked: { taskId: string; input: SaveTaskInput },
): Promise<TaskView> => (await createFromDraft(context, caller, asked)) ?? saveTask(context, caller, asked)

const createFromDraft = (
  context: ApiContext,
  caller: Caller,
  { taskId, input }: { taskId: string; input: SaveTaskInput },
): Promise<TaskView | null> =>
  context.db.transaction(async (tx) => {
    const maxTasks = await lockPlan(tx, caller)
    const locked = await lockTask(tx, caller, taskId)
    if (!locked.task.isDraft) return null
    refuseFaults({ ...requestFaults(context, locked, input), ...scheduleFaults(input.scheduler, locked.nowMs) })
    await refuseOverPlan(tx, caller, maxTasks)
    await tx.update(tasks).set({ isDraft: false }).where(eq(tasks.id, taskId))
    await writeTask(context, tx, locked, input)
    await activateSchedule(tx, taskId, timesFrom(input.scheduler, locked.nowMs))
    return presentTask(context.secrets, await findTask(tx, caller, taskId))
  })

/** Held until the transaction ends: the account's creations stand in a row, so that each counts the one before. */
const lockPlan = async (tx: Transaction, { accountId }: Caller) => {
  const [account] = await tx
    .select({ plan: accounts.plan })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('no key update')
  if (account === undefined) throw new AppError('SIGNED_OUT', 'You are signed out. Please sign in.')
  return plans[account.plan].tasks
}

const refuseOverPlan = async (tx: Transaction, { accountId }: Caller, maxTasks: number) => {
  const mine = and(eq(tasks.accountId, accountId), not(tasks.isDraft))
  const [created] = await tx.select({ count: count() }).from(tasks).where(mine)
  if ((created?.count ?? 0) < maxTasks) return
  throw new AppError('PLAN_LIMIT', `Your plan has room for ${maxTasks} tasks. Please delete one, or upgrade your plan.`)
}
