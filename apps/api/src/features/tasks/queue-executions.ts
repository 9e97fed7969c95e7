import type { ExecutionTrigger } from '@knockwire/domain/executions/execution'
import { sql } from 'drizzle-orm'
import type { Transaction } from '@knockwire/db/client'
import { executions } from '@knockwire/db/schema/executions'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { countQueuedSql } from '@knockwire/services/schedules/schedule-sql'

export interface ExecutionToQueue {
  taskId: string
  accountId: string
  trigger: ExecutionTrigger
  scheduledFor: Date
  /** Of a test, whether what its result triggers is delivered. */
  sendsNotifications?: boolean
}

export interface QueuedExecution {
  id: string
  taskId: string
}

/**
 * Inserts QUEUED executions and counts them on their schedules, in one statement whatever their number.
 * A scheduled time that has its execution already is left out of the answer.
 */
export const queueExecutions = async (
  tx: Transaction,
  toQueue: readonly ExecutionToQueue[],
  nowMs: number,
): Promise<QueuedExecution[]> => {
  if (toQueue.length === 0) return []
  const column = <T>(value: (one: ExecutionToQueue) => T) => sql.param(toQueue.map(value))
  const { rows } = await tx.execute<{ id: string; taskId: string }>(sql`
    with queued as (
      insert into ${executions} (id, task_id, account_id, trigger, status, scheduled_for, created_at, sends_notifications)
      select wanted.id, wanted.task_id, wanted.account_id, wanted.trigger, 'QUEUED', wanted.scheduled_for, ${new Date(nowMs).toISOString()}::timestamptz, wanted.sends_notifications
      from unnest(
        ${column(() => uuidv7(nowMs))}::uuid[],
        ${column(({ taskId }) => taskId)}::uuid[],
        ${column(({ accountId }) => accountId)}::uuid[],
        ${column(({ trigger }) => trigger)}::text[],
        ${column(({ scheduledFor }) => scheduledFor.toISOString())}::timestamptz[],
        ${column(({ sendsNotifications }) => sendsNotifications ?? null)}::bool[]
      ) as wanted (id, task_id, account_id, trigger, scheduled_for, sends_notifications)
      on conflict (task_id, scheduled_for) where trigger = 'SCHEDULE' do nothing
      returning id, task_id
    ), counted as (
${sql.raw(countQueuedSql)}
    )
    select id, task_id as "taskId" from queued`)
  return rows
}
