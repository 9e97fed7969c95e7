import { dueChannel } from '@knockwire/db/channels'
import type { Database } from '@knockwire/db/client'
import { insertQueued } from '@knockwire/db/testing/insert-queued'
import type { schedules } from '@knockwire/db/schema/tasks'
import type { Queue } from '@knockwire/queue/queue'
import { sql } from 'drizzle-orm'

/** For a task that runs only when a test says so. */
export const onDemand: Partial<typeof schedules.$inferInsert> = { dueAt: null }

/** Makes the task due once. */
export const runNow = async (db: Database, taskId: string): Promise<void> => {
  await db.execute(sql`
    update schedules set mode = 'ONE_TIME', status = 'ACTIVE', disabled_reason = null, due_at = now()
    where task_id = ${taskId}`)
  await db.execute(sql`select pg_notify(${dueChannel}, '')`)
}

/** What the Test button does, where the box that sends notifications is ticked. */
export const runTest = async (
  db: Database,
  queue: Queue,
  task: { taskId: string; accountId: string },
  { sendsNotifications = true } = {},
): Promise<void> => {
  await db.transaction(async (tx) => {
    const test = { ...task, trigger: 'TEST', scheduledFor: new Date(), sendsNotifications } as const
    await queue.send(tx, 'run', [{ executionIds: await insertQueued(tx, [test]) }])
  })
  queue.announce('run')
}
