import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { StoredChannelSetting } from '@knockwire/db/stored-json'
import { deliveryQueueOf } from '@knockwire/services/deliveries/delivery-jobs'
import { startAnsweringServer } from '../testing/peers/raw-target.ts'
import { callTo, seedAccount, slackTo, textTo } from '../testing/rows/seed.ts'
import { deliveryOf, seedDelivery, seedSlackChannel } from '../testing/rows/seed-delivery.ts'
import { startTestDeliveries, useTestDatabase } from '../testing/test-executor.ts'
describe('a provider that answers 429 with Retry-After', async () => {
  const { db, pool, url, stopAfter } = await useTestDatabase()
  const server = await startAnsweringServer()
  let workers: Awaited<ReturnType<typeof startTestDeliveries>>
  let accountId: string

  beforeAll(async () => {
    accountId = (await seedAccount(db)).id
    workers = await startTestDeliveries(url, {
      waitsSeconds: [15, 60, 240, 600],
      settings: {
        slackApiUrl: `${server.origin}/api/`,
        sms: { kind: 'twilio', accountSid: 'AC1', authToken: 'x', from: '+15005550006', apiOrigin: server.origin },
      },
    })
    stopAfter(workers.stop)
    stopAfter(server.close)
  })
  beforeEach(() => void server.calls.splice(0))

  const slackSetting = async (webhookUrl: string | null) =>
    slackTo(await seedSlackChannel(db, accountId, { webhookUrl }))
  const settings: Record<string, () => Promise<StoredChannelSetting>> = {
    HTTP: () => Promise.resolve(callTo(`${server.origin}/hook`)),
    Twilio: () => Promise.resolve(textTo('+16045550199')),
    'Slack, by webhook': () => slackSetting(`${server.origin}/services/1`),
    'Slack, as bot': () => slackSetting(null),
  }

  it.each<[string, retryAfter: string | undefined, atLeast: number, atMost: number]>(
    Object.keys(settings).flatMap((name): [string, string | undefined, number, number][] => [
      [name, '120', 110, 120],
      [name, '5', 10, 18],
      [name, undefined, 10, 18],
      [name, '999999', 3500, 3600],
    ]),
  )('is left alone as long: %s, %s', async (name, retryAfter, atLeast, atMost) => {
    server.answer({ status: 429, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } })
    const setting = await settings[name]?.()
    if (!setting) throw new Error('There is no such channel.')
    const id = await seedDelivery(workers, { accountId, setting })
    await expect.poll(async () => (await deliveryOf(db, id)).error).toEqual(expect.any(String))
    expect(await deliveryOf(db, id)).toMatchObject({ status: 'PENDING', attempts: 1, deliveredAt: null })
    const waits = await pool.query<{ seconds: number }>(
      `select extract(epoch from start_after - now())::float8 as seconds from pgboss.job
       where name = $1 and data ->> 'deliveryId' = $2 and state < 'active'`,
      [deliveryQueueOf[setting.type], id],
    )
    expect(waits.rows).toHaveLength(1)
    expect(waits.rows[0]?.seconds).toBeGreaterThan(atLeast)
    expect(waits.rows[0]?.seconds).toBeLessThanOrEqual(atMost)
    expect(server.calls).toHaveLength(1)
  })
})
