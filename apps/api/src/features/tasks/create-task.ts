import type { Transaction } from '@knockwire/db/client'
import { tasks } from '@knockwire/db/schema/tasks'
import { AppError, throwIfInvalid } from '@knockwire/domain/errors'
import { fullMessage, limitsOf } from '@knockwire/domain/instance/limits'
import { counted } from '@knockwire/domain/text/counted'
import type { AccountLimits } from '@knockwire/domain/plans/plans'
import type { TaskView } from '@knockwire/domain/tasks/task'
import { and, count, eq, not } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { addressUnconfirmed, isConfirmedAccount, unconfirmedTasks } from '../../access/owned/confirmed-account.ts'
import { lockOwnAccount } from '../../access/owned/lock-account.ts'
import { findTask, lockTask } from '../../access/owned/owned-task.ts'
import { presentTask } from '../../access/owned/present-task.ts'
import { saveTask } from './save-task.ts'
import { changeOf, checkChange, type Save, writeChange } from './task-change.ts'
import { auditTask } from './audit-task.ts'

/** Turns a draft into an active task, within the plan. What is a task already is saved, and activated where it is disabled. */
export const createTask = async (context: ApiContext, caller: Caller, save: Save): Promise<TaskView> =>
  (await createFromDraft(context, caller, save)) ?? saveTask(context, caller, save, { activate: true })

const createFromDraft = (context: ApiContext, caller: Caller, save: Save): Promise<TaskView | null> =>
  context.db.transaction(async (tx) => {
    // Creations of an account are serialized, so that each counts the one before.
    const { plan } = await lockOwnAccount(tx, caller.accountId, 'no key update')
    const locked = await lockTask(tx, caller, save.taskId)
    if (!locked.task.isDraft) return null
    const change = changeOf(context, locked, save)
    throwIfInvalid(checkChange(context, change, { activates: true }))
    await rejectOverLimit(context, tx, caller, limitsOf(plan, context.settings))
    await writeChange(context, tx, change, { activates: true })
    const created = await findTask(tx, caller, save.taskId)
    await auditTask(context, tx, caller, { action: 'task.created', task: created.task })
    return presentTask(context.secrets, created)
  })

const rejectOverLimit = async (context: ApiContext, tx: Transaction, { accountId }: Caller, limits: AccountLimits) => {
  const mine = and(eq(tasks.accountId, accountId), not(tasks.isDraft))
  const [created] = await tx.select({ count: count() }).from(tasks).where(mine)
  const existing = created?.count ?? 0
  if (existing >= limits.tasks) throw new AppError('PLAN_LIMIT', fullMessage(limits, counted(limits.tasks, 'task')))
  if (existing < unconfirmedTasks || (await isConfirmedAccount(context, tx, accountId))) return
  throw addressUnconfirmed('have more than one task')
}
