import { deliveries } from '@knockwire/db/schema/notifications'
import { executions } from '@knockwire/db/schema/executions'
import { inTransaction } from '@knockwire/db/transaction'
import { adoptJoined } from './adopt-joined.ts'
import { deleteTasks } from '@knockwire/services/tasks/delete-tasks'
import { eq, inArray } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { executionHistory, lastId } from '../retention/history-kind.ts'
import { makeCuts } from '../retention/over-bytes.ts'
import { onDemand } from '../testing/run-now.ts'
import { emailTo, seedAccount, seedNotification, seedTask } from '../testing/rows/seed.ts'
import { deliveryOf, seedDelivery } from '../testing/rows/seed-delivery.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'

const { db, pool, url, stopAfter } = await useTestDatabase()
const { context, close } = await createTestContext(url)
stopAfter(close)

const adopt = () => inTransaction(context.maintenance.pool, (client) => adoptJoined(client, context.queue))

const jobsOf = async (id: string) => {
  const sql = `select round(extract(epoch from start_after - now()) / 60)::int as minutes from pgboss.job where singleton_key = $1`
  return (await pool.query<{ minutes: number }>(sql, [id])).rows.map(({ minutes }) => minutes)
}

/** Deliveries of one notification for executions of a task each: the first one waits for half an hour, and lists the others. */
const seedJoined = async () => {
  const { id: accountId, email } = await seedAccount(db)
  const setting = emailTo(email, { subject: 'Down', template: 'It is down.' })
  const owner = await seedTask(db, { accountId, uri: 'https://shop.example/', schedule: onDemand })
  const notificationId = await seedNotification(db, { accountId, taskId: owner, setting })
  const seed = () => seedDelivery({ context, wake: () => {} }, { accountId, setting, notificationId })
  const [waiting, oldest, newest] = [await seed(), await seed(), await seed()]
  await db
    .update(deliveries)
    .set({ joinedTo: waiting, nextAttemptAt: new Date(Date.now() + 1_800_000) })
    .where(inArray(deliveries.id, [waiting, oldest, newest]))
  await pool.query('delete from pgboss.job where singleton_key = any ($1)', [[oldest, newest]])
  const { subjectId } = await deliveryOf(db, waiting)
  const [execution] = await db.select().from(executions).where(eq(executions.id, subjectId))
  return { waiting, oldest, newest, taskId: execution?.taskId ?? expect.fail('There is no execution.') }
}

const ways = {
  'with its task': (taskId: string) => db.transaction((tx) => deleteTasks(tx, [taskId])),
  'by the retention of the history': (taskId: string) =>
    makeCuts(pool, executionHistory, [{ ownerId: taskId, most: 10, until: lastId }]),
}

it.each(Object.entries(ways))(
  'the deliveries that have joined an email are listed by the oldest of them where the one that waits is deleted %s',
  async (_, remove) => {
    const { waiting, oldest, newest, taskId } = await seedJoined()
    expect(await adopt()).toBe(0)
    await remove(taskId)
    expect(await db.$count(deliveries, eq(deliveries.id, waiting))).toBe(0)
    expect(await adopt()).toBe(1)
    for (const id of [oldest, newest])
      expect(await deliveryOf(db, id)).toMatchObject({ status: 'PENDING', joinedTo: oldest })
    expect([await jobsOf(oldest), await jobsOf(newest)]).toEqual([[30], []])
    expect(await adopt()).toBe(0)
  },
)
