import type { Transaction } from '@knockwire/db/client'
import { deleteTasks } from '@knockwire/services/tasks/delete-tasks'
import { insertSchedule } from '@knockwire/services/schedules/schedule'
import { tasks } from '@knockwire/db/schema/tasks'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { defaultRequestTarget } from '@knockwire/domain/requests/request-rules'
import { defaultScheduler } from '@knockwire/domain/schedules/default-scheduler'
import { notifications } from '@knockwire/db/schema/notifications'
import { copyName } from '@knockwire/domain/text/names'
import { and, desc, eq } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { lockOwnAccount } from '../../access/owned/lock-account.ts'
import { insertCopies } from '../notifications/insert-copies.ts'
import { findTask, schedulerOf } from '../../access/owned/owned-task.ts'
import { copiedTaskColumns } from '../../access/owned/settings-columns.ts'
import { encryptRequest } from '@knockwire/services/requests/stored-request'
import { audit } from '../../access/audit.ts'

/** More than anyone fills in a day; beyond it the drafts that were left longest make room. */
export const maxDrafts = 100

/** An empty task that does not count and is not listed before it is created. */
export const createDraft = (context: ApiContext, caller: Caller): Promise<{ id: string }> =>
  context.db.transaction(async (tx) => {
    const { accountId } = caller
    const nowMs = context.now()
    const id = uuidv7(nowMs)
    await makeRoom(tx, accountId)
    const request = encryptRequest(context.secrets, defaultRequestTarget, null)
    const now = new Date(nowMs)
    await tx.insert(tasks).values({ id, accountId, isDraft: true, request, createdAt: now, updatedAt: now })
    await insertSchedule(tx, { taskId: id, accountId, scheduler: defaultScheduler })
    await audit(context, tx, caller, { action: 'task.draft_created', object: { type: 'TASK', id } })
    return { id }
  })

/** A draft with the request, schedule and notifications of a task, secrets included; it is created as any other. */
export const duplicateTask = (
  context: ApiContext,
  caller: Caller,
  { taskId }: { taskId: string },
): Promise<{ id: string }> =>
  context.db.transaction(async (tx) => {
    const nowMs = context.now()
    const id = uuidv7(nowMs)
    const { accountId } = caller
    await makeRoom(tx, accountId)
    const { task, schedule } = await findTask(tx, caller, taskId)
    const name = task.name === null ? null : copyName(task.name)
    const timestamps = { createdAt: new Date(nowMs), updatedAt: new Date(nowMs) }
    // A copy holds something: it is listed with the drafts, and kept as one that was saved.
    const copy = {
      id,
      accountId,
      isDraft: true,
      version: 2,
      ...copiedTaskColumns(task),
      name,
      ...timestamps,
    }
    await tx.insert(tasks).values(copy)
    await insertSchedule(tx, { taskId: id, accountId, scheduler: schedulerOf(schedule) })
    await insertCopies(tx, { which: eq(notifications.taskId, taskId), to: { taskIds: [id] }, nowMs })
    const changes = [{ field: 'copiedFrom', before: null, after: taskId }]
    await audit(context, tx, caller, { action: 'task.draft_created', object: { type: 'TASK', id, name }, changes })
    return { id }
  })

/**
 * The account is locked first, so that each creation counts the one before it, and its drafts at once: one that is being
 * created as a task meanwhile is waited for, and then is none.
 */
const makeRoom = async (tx: Transaction, accountId: string) => {
  await lockOwnAccount(tx, accountId, 'no key update')
  const left = await tx
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.accountId, accountId), eq(tasks.isDraft, true)))
    .orderBy(desc(tasks.updatedAt))
    .offset(maxDrafts - 1)
    .for('update')
  await deleteTasks(
    tx,
    left.map(({ id }) => id),
  )
}
