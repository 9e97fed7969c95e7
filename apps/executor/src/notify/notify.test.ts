import { devOutbox } from '@knockwire/db/schema/outbox'
import { beforeAll, describe, expect, it } from 'vitest'
import { seedAccount, seedTask } from '../testing/seed.ts'
import { callTo, deliveriesOf, emailTo, seedNotification, textTo, untilSettled } from '../testing/seed-notification.ts'
import { startTarget, type Target } from '../testing/target.ts'
import { startTestExecutor, type TestExecutor, useTestDatabase } from '../testing/test-executor.ts'

describe('notifications of a run', async () => {
  const { db, url, stopAfter } = await useTestDatabase()
  let target: Target
  let executor: TestExecutor
  let account: { id: string; email: string }

  beforeAll(async () => {
    target = await startTarget()
    stopAfter(target.close)
    account = await seedAccount(db)
    executor = await startTestExecutor(url)
    stopAfter(executor.stop)
  })

  it('are told through each channel, once, and each says what became of it', async () => {
    const taskId = await seedTask(db, {
      accountId: account.id,
      uri: `${target.origin}/`,
      isDraft: true,
      schedule: { dueAt: null },
    })
    const of = { accountId: account.id, taskId }
    const ids = await Promise.all([
      seedNotification(db, { ...of, setting: emailTo(account.email) }),
      seedNotification(db, { ...of, setting: textTo('+16045550199') }),
      seedNotification(db, { ...of, setting: callTo(`${target.origin}/hook`) }),
    ])
    expect(ids).toHaveLength(3)
    const dueTask = await seedTask(db, { accountId: account.id, uri: `${target.origin}/due` })
    const id = await seedNotification(db, {
      accountId: account.id,
      taskId: dueTask,
      setting: callTo(`${target.origin}/hook`),
    })
    const [delivery] = await untilSettled(db, id)
    expect(delivery).toMatchObject({ status: 'DELIVERED', attempts: 1 })
    expect(await deliveriesOf(db, id)).toHaveLength(1)
    expect(target.callsOf('/hook')).toHaveLength(1)
    expect(await db.select().from(devOutbox)).toEqual([])
    expect(executor.errors).toEqual([])
  })
})
