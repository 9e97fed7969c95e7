import { devOutbox } from '@knockwire/db/schema/outbox'
import { deliveries, notifications } from '@knockwire/db/schema/notifications'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { startAnsweringServer } from '../testing/peers/raw-target.ts'
import { untilEnded } from '../testing/history.ts'
import { onDemand, runNow } from '../testing/run-now.ts'
import {
  callTo,
  deliveriesOf,
  emailTo,
  seedAccount,
  seedNotification,
  seedTask,
  slackTo,
  textTo,
  untilSettled,
} from '../testing/rows/seed.ts'
import { seedSlackChannel } from '../testing/rows/seed-delivery.ts'
import { startTarget, type Target } from '../testing/peers/target.ts'
import { startTestExecutor, type TestExecutor, useTestDatabase } from '../testing/test-executor.ts'

describe('notifications of a run', async () => {
  const { db, url, stopAfter } = await useTestDatabase()
  const slack = await startAnsweringServer()
  let target: Target
  let executor: TestExecutor
  let account: { id: string; email: string }

  beforeAll(async () => {
    target = await startTarget()
    account = await seedAccount(db)
    executor = await startTestExecutor(url)
    stopAfter(target.close)
    stopAfter(slack.close)
    stopAfter(executor.stop)
  })

  const makeTask = async () => {
    const uri = `${target.origin}/`
    const taskId = await seedTask(db, { accountId: account.id, uri, name: 'Shop front', schedule: onDemand })
    return { taskId, of: { accountId: account.id, taskId } }
  }

  it('are sent through every channel, once each, and each says to whom and what became of it', async () => {
    const { taskId, of } = await makeTask()
    slack.answer({ status: 200, body: 'ok' })
    const channelId = await seedSlackChannel(db, account.id, { webhookUrl: `${slack.origin}/services/1` })
    const requested = [
      { setting: emailTo(account.email), recipient: account.email },
      { setting: textTo('+16045550199'), recipient: '+16045550199' },
      { setting: slackTo(channelId), recipient: '#alerts (Acme)' },
      { setting: callTo(`${target.origin}/hook`), recipient: `${target.origin}/hook` },
    ]
    const ids: string[] = []
    for (const { setting } of requested) ids.push(await seedNotification(db, { ...of, setting }))
    await runNow(db, taskId)
    const [execution] = await untilEnded(db, taskId)
    for (const [at, id] of ids.entries()) {
      const [delivery, ...others] = await untilSettled(db, id)
      expect(others).toEqual([])
      expect(delivery).toMatchObject({
        subjectId: execution?.id,
        type: requested[at]?.setting.type,
        recipient: requested[at]?.recipient,
        status: 'DELIVERED',
        attempts: 1,
        error: null,
        verdict: { description: 'Status code equals 200', value: 200 },
      })
    }
    const items = await db.select().from(devOutbox)
    expect(new Set(items.map(({ channel, body }) => `${channel} ${body.split('\n')[0]}`))).toEqual(
      new Set(['EMAIL Status code equals 200', 'SMS Status code equals 200']),
    )
    expect(items).toHaveLength(2)
    expect(target.callsOf('/hook')).toHaveLength(1)
    expect(slack.calls).toHaveLength(1)
    const metrics = await (await fetch(`http://127.0.0.1:${executor.operatorPort}/metrics`)).text()
    for (const channel of ['email', 'sms', 'slack', 'http'])
      expect(metrics).toContain(`knockwire_delivery_attempts_total{channel="${channel}",outcome="delivered"} 1\n`)
    expect(executor.errors).toEqual([])
  })

  it('are not sent where the notification was deleted while the run was in flight', async () => {
    const { taskId, of } = await makeTask()
    const id = await seedNotification(db, { ...of, setting: callTo(`${target.origin}/deleted`) })
    const called = Promise.withResolvers<() => void>()
    target.on('/', ({ response }) => called.resolve(() => void response.end()))
    await runNow(db, taskId)
    const answer = await called.promise
    await db.delete(notifications).where(eq(notifications.id, id))
    answer()
    target.on('/', ({ response }) => void response.end())
    await untilEnded(db, taskId)
    expect(await deliveriesOf(db, id)).toEqual([])
  })

  it.each([
    ['a text', { source: 'response_body_text', comparison: 'any' }, 'x'.repeat(20_000), 'x'.repeat(10_000)],
    [
      'a collection',
      { source: 'response_body_json', property: '$', comparison: 'any' },
      JSON.stringify(Array<number>(10_000).fill(1)),
      `[${'1,'.repeat(4999)}1`,
    ],
  ] as const)('show no more of %s than is read', async (_what, condition, body, beginning) => {
    const { taskId, of } = await makeTask()
    const id = await seedNotification(db, { ...of, condition, setting: callTo(`${target.origin}/long`) })
    target.on('/', ({ response }) => void response.end(body))
    await runNow(db, taskId)
    const [delivery] = await untilSettled(db, id)
    target.on('/', ({ response }) => void response.end())
    expect(delivery?.verdict?.value).toBe(`${beginning}…`)
  })

  it('of twenty notifications are twenty', async () => {
    const { taskId, of } = await makeTask()
    const setting = callTo(`${target.origin}/twenty`)
    for (let made = 0; made < 20; made += 1) await seedNotification(db, { ...of, setting })
    await runNow(db, taskId)
    await expect.poll(() => target.callsOf('/twenty').length).toBe(20)
    const [execution] = await untilEnded(db, taskId)
    const notified = () =>
      db
        .select()
        .from(deliveries)
        .where(eq(deliveries.subjectId, execution?.id ?? ''))
    await expect.poll(async () => (await notified()).filter(({ status }) => status === 'DELIVERED').length).toBe(20)
  })
})
