import { accounts } from '@knockwire/db/schema/accounts'
import { devOutbox } from '@knockwire/db/schema/outbox'
import { channels } from '@knockwire/domain/channels/registry'
import { shortReceiverPath } from '@knockwire/domain/receivers/short-path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ReceivedCall, startTarget, type Target } from '../testing/peers/target.ts'
import { callTo, textTo, untilSettled } from '../testing/rows/seed.ts'
import { ago, seedHeartbeat } from '../testing/rows/seed-heartbeat.ts'
import { startTestExecutor, type TestExecutor, useTestDatabase } from '../testing/test-executor.ts'

const { db, url } = await useTestDatabase()
let executor: TestExecutor
let target: Target
beforeAll(async () => {
  target = await startTarget()
  executor = await startTestExecutor(url)
})
afterAll(async () => {
  await executor.stop()
  await target.close()
})

/** It is up, and nothing is expected of it soon. */
const up = () => ({
  state: 'UP' as const,
  since: ago(1000),
  lastSignalAt: ago(10),
  expectedAt: ago(-3000),
  expectedBy: ago(-3010),
})
const bodiesOf = (calls: readonly ReceivedCall[]) =>
  calls.map(({ body }) => JSON.parse(body) as Record<string, unknown>)

describe('a heartbeat that goes down and recovers', () => {
  it('is reported by text messages, each one message long, with a short link', async () => {
    const heartbeat = await seedHeartbeat(db, up())
    const to = '+16045550101'
    const id = await heartbeat.watch({}, textTo(to, channels.SMS.defaultTemplates.receiverHeartbeat.smsTemplate))
    await heartbeat.signal({ kind: 'FAIL', exitCode: 3 }, {})
    const [down, recovered] = await untilSettled(db, id, 2)
    expect([down?.status, recovered?.status]).toEqual(['DELIVERED', 'DELIVERED'])
    const texts = await db
      .select({ body: devOutbox.body })
      .from(devOutbox)
      .where(eq(devOutbox.to, to))
      .orderBy(devOutbox.id)
    const link = expect.stringContaining(shortReceiverPath(heartbeat.receiverId, null)) as string
    expect(texts).toEqual([{ body: link }, { body: link }])
    expect(texts.map(({ body }) => body.split(' http')[0])).toEqual([
      '[Down] Backup: a run failed with exit code 3',
      '[Recovered] Backup: the last call was a success',
    ])
  })

  it('is reported by signed HTTP calls, with the event itself or a body of one’s own', async () => {
    const heartbeat = await seedHeartbeat(db, up())
    const event = await heartbeat.watch({}, callTo(`${target.origin}/event`))
    const body = channels.HTTP.defaultTemplates.receiverHeartbeat.requestBody
    const own = await heartbeat.watch({}, callTo(`${target.origin}/own`, { body }))
    await heartbeat.signal({ kind: 'FAIL', exitCode: 3 }, {})
    await Promise.all([untilSettled(db, event, 2), untilSettled(db, own, 2)])
    const calls = target.callsOf('/event')
    expect(bodiesOf(calls)).toMatchObject([
      {
        type: 'heartbeat.down',
        data: { receiver: { name: 'Backup' }, heartbeat: { state: 'DOWN', exitCode: 3 }, alert: { state: 'Down' } },
      },
      { type: 'heartbeat.recovered', data: { heartbeat: { state: 'UP' }, alert: { state: 'Recovered' } } },
    ])
    expect(calls.every(({ headers }) => String(headers['webhook-signature']).startsWith('v1,'))).toBe(true)
    expect(bodiesOf(target.callsOf('/own'))).toMatchObject([
      {
        receiver: 'Backup',
        alert: 'Down',
        state: 'DOWN',
        description: expect.stringContaining('exit code 3') as string,
      },
      { receiver: 'Backup', alert: 'Recovered', state: 'UP' },
    ])
  })

  it('is not reported by a text message that the account’s plan does not include', async () => {
    const heartbeat = await seedHeartbeat(db, up())
    await db.update(accounts).set({ plan: 'FREE' }).where(eq(accounts.id, heartbeat.accountId))
    const id = await heartbeat.watch({}, textTo('+16045550102'))
    await heartbeat.signal({ kind: 'FAIL' })
    const [delivery] = await untilSettled(db, id)
    expect(delivery?.status).toBe('LIMIT_EXCEEDED')
    expect(await db.$count(devOutbox, eq(devOutbox.to, '+16045550102'))).toBe(0)
  })
})
