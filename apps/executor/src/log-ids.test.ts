import { deliveries } from '@knockwire/db/schema/notifications'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { startExecutorProcess } from './testing/executor-process.ts'
import { untilEnded } from './testing/history.ts'
import { onDemand, runNow } from './testing/run-now.ts'
import { callTo, seedAccount, seedNotification, seedTask } from './testing/rows/seed.ts'
import { startTarget } from './testing/peers/target.ts'
import { useTestDatabase } from './testing/test-executor.ts'

const { db, url, stopAfter } = await useTestDatabase()

it('a run and the deliveries that it caused are found in the log by the execution, with the task and the account', async () => {
  const target = await startTarget()
  stopAfter(target.close)
  target.on('/gone', ({ response }) => void response.writeHead(410).end())
  const executor = await startExecutorProcess(url, { LOG_LEVEL: 'debug' })
  stopAfter(executor.kill)
  const { id: accountId } = await seedAccount(db)
  const taskId = await seedTask(db, { accountId, uri: `${target.origin}/`, schedule: onDemand })
  for (const path of ['/hook', '/gone'])
    await seedNotification(db, { accountId, taskId, setting: callTo(target.origin + path) })
  await runNow(db, taskId)
  const [execution] = await untilEnded(db, taskId, 1)
  const executionId = execution?.id

  const linesOf = (message: string) =>
    executor.log.filter(({ msg, executionId: id }) => msg === message && id === executionId)
  await expect.poll(() => linesOf('delivery attempt failed').length + linesOf('delivered').length).toBe(2)
  const ids = { executionId, taskId, accountId }
  expect(linesOf('run recorded')).toMatchObject([{ ...ids, trigger: 'SCHEDULE', status: 'SUCCEEDED', statusCode: 200 }])
  const rows = await db.select().from(deliveries).where(eq(deliveries.accountId, accountId))
  const idOf = (status: string) => rows.find((row) => row.status === status)?.id
  const attempt = { ...ids, channel: 'HTTP', attempt: 1 }
  const delivered = { ...attempt, deliveryId: idOf('DELIVERED'), outcome: 'delivered', level: 20 }
  const failed = { ...attempt, deliveryId: idOf('FAILED'), outcome: 'failed', level: 30 }
  expect(linesOf('delivered')).toMatchObject([delivered])
  expect(linesOf('delivery attempt failed')).toMatchObject([failed])
})
