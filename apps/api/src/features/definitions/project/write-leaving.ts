import type { Transaction } from '@knockwire/db/client'
import { receivers } from '@knockwire/db/schema/receivers'
import { tasks } from '@knockwire/db/schema/tasks'
import type { AuditEvent } from '@knockwire/services/audit/record-event'
import { deleteWholeReceiver } from '@knockwire/services/receivers/delete-receiver'
import { changeSchedules } from '@knockwire/services/schedules/schedule'
import { deleteTasks } from '@knockwire/services/tasks/delete-tasks'
import { inArray, sql } from 'drizzle-orm'
import { schedulerOf } from '../../../access/owned/owned-task.ts'
import { taskName } from '../../../access/owned/owned-task.ts'
import { setHeartbeatStatus } from '../../receivers/heartbeat/save-heartbeat.ts'
import type { Leaving } from '../plan/plan-project.ts'
import type { PlanScope } from '../plan/scope.ts'

const idsOf = (leaving: readonly Leaving[], kind: Leaving['kind'], op: Leaving['op']) =>
  leaving.filter((one) => one.kind === kind && one.op === op).map(({ id }) => id)

/** What is done to objects that the file has no more. They are locked. */
export const writeLeaving = async ({ tx, nowMs }: Pick<PlanScope, 'tx' | 'nowMs'>, leaving: readonly Leaving[]) => {
  await changeSchedules(
    tx,
    leaving.flatMap(({ op, task }) =>
      task && op === 'pause'
        ? [
            {
              taskId: task.task.id,
              accountId: task.task.accountId,
              scheduler: schedulerOf(task.schedule),
              kind: 'DISABLE' as const,
              times: null,
            },
          ]
        : [],
    ),
  )
  await pauseReceivers(tx, idsOf(leaving, 'receiver', 'pause'), nowMs)
  await release(tx, { taskIds: idsOf(leaving, 'task', 'release'), receiverIds: idsOf(leaving, 'receiver', 'release') })
  await deleteTasks(tx, idsOf(leaving, 'task', 'delete'))
  for (const id of idsOf(leaving, 'receiver', 'delete')) await deleteWholeReceiver(tx, id)
}

const pauseReceivers = async (tx: Transaction, ids: readonly string[], nowMs: number) => {
  if (ids.length === 0) return
  await tx
    .update(receivers)
    .set({ status: 'DISABLED', version: sql`${receivers.version} + 1`, updatedAt: new Date(nowMs) })
    .where(inArray(receivers.id, [...ids]))
  for (const id of ids) await setHeartbeatStatus(tx, id, 'DISABLED')
}

/** They are managed by hand from then on, and keep their keys. */
const release = async (
  tx: Transaction,
  { taskIds, receiverIds }: { taskIds: readonly string[]; receiverIds: readonly string[] },
): Promise<void> => {
  if (taskIds.length > 0)
    await tx
      .update(tasks)
      .set({ managedBy: null })
      .where(inArray(tasks.id, [...taskIds]))
  if (receiverIds.length > 0)
    await tx
      .update(receivers)
      .set({ managedBy: null })
      .where(inArray(receivers.id, [...receiverIds]))
}

export const eventsOfLeaving = (leaving: readonly Leaving[]): AuditEvent[] =>
  leaving.flatMap((one): AuditEvent[] => {
    const { kind, op, id, key, task, receiver } = one
    const name = task ? taskName(task.task) : (receiver?.receiver.name ?? key)
    const object = { type: kind === 'task' ? 'TASK' : 'RECEIVER', id, name } as const
    switch (op) {
      case 'pause':
        return [{ action: `${kind}.deactivated`, object }]
      case 'delete':
        return [{ action: `${kind}.deleted`, object }]
      case 'release': {
        const before = (task?.task ?? receiver?.receiver)?.managedBy?.project ?? null
        return [{ action: `${kind}.updated`, object, changes: [{ field: 'managedBy', before, after: null }] }]
      }
      case 'orphan':
        return []
    }
  })
