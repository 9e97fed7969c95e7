import { devOutbox } from '@knockwire/db/schema/outbox'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { startAnsweringServer } from '../testing/peers/raw-target.ts'
import { callTo, seedAccount, slackTo, textTo } from '../testing/rows/seed.ts'
import { deliveryOf, seedDelivery, seedSlackChannel, untilDone } from '../testing/rows/seed-delivery.ts'
import { DatabaseClock } from '../dispatch/database-clock.ts'
import { startTestDeliveries, startTestExecutor, useTestDatabase } from '../testing/test-executor.ts'
const noon = Date.UTC(2030, 0, 31, 12)
const phone = '+16045550199'

describe('the workers’ clock', async () => {
  const { db, pool, url, stopAfter } = await useTestDatabase()
  const server = await startAnsweringServer()
  let workers: Awaited<ReturnType<typeof startTestDeliveries>>
  let accountId: string
  beforeAll(async () => {
    stopAfter(server.close)
    accountId = (await seedAccount(db)).id
    workers = await startTestDeliveries(url, { now: () => noon })
    stopAfter(workers.stop)
  })

  it('dates what is signed', async () => {
    await untilDone(db, await seedDelivery(workers, { accountId, setting: callTo(`${server.origin}/hook`) }))
    expect(server.calls.at(-1)?.headers['webhook-timestamp']).toBe(String(noon / 1000))
  })

  it('dates what is put into the outbox', async () => {
    await untilDone(db, await seedDelivery(workers, { accountId, setting: textTo(phone) }))
    const [item] = await db.select().from(devOutbox).where(eq(devOutbox.to, phone))
    expect(item?.createdAt).toEqual(new Date(noon))
  })

  it.each(['HTTP', 'Slack'])(
    'decides how long to wait for a provider whose Retry-After is a date: %s',
    async (name) => {
      server.answer({ status: 429, headers: { 'retry-after': new Date(noon + 120_000).toUTCString() } })
      const webhookUrl = `${server.origin}/services/1`
      const setting =
        name === 'HTTP'
          ? callTo(`${server.origin}/hook`)
          : slackTo(await seedSlackChannel(db, accountId, { webhookUrl }))
      const id = await seedDelivery(workers, { accountId, setting })
      await expect.poll(async () => (await deliveryOf(db, id)).error).toContain('429')
      const { rows } = await pool.query<{ seconds: number }>(
        `select extract(epoch from start_after - now())::float8 as seconds from pgboss.job
       where data ->> 'deliveryId' = $1 and state < 'active'`,
        [id],
      )
      expect(rows).toHaveLength(1)
      expect(rows[0]?.seconds).toBeGreaterThan(110)
      expect(rows[0]?.seconds).toBeLessThanOrEqual(120)
    },
  )
})

describe('the clock of an executor’s deliveries', async () => {
  const { db, url, stopAfter } = await useTestDatabase()
  const server = await startAnsweringServer()
  stopAfter(server.close)

  it('is the database’s, so that one whose own is wrong delays nobody’s notifications', async () => {
    const { id: accountId } = await seedAccount(db)
    const clock = new DatabaseClock()
    clock.observe(noon)
    const executor = await startTestExecutor(url, { clock })
    stopAfter(executor.stop)
    const workers = { context: executor.context, wake: () => {} }
    await untilDone(db, await seedDelivery(workers, { accountId, setting: callTo(`${server.origin}/hook`) }))
    const sentAt = Number(server.calls.at(-1)?.headers['webhook-timestamp'])
    expect(sentAt).toBeGreaterThanOrEqual(noon / 1000)
    expect(sentAt).toBeLessThan(noon / 1000 + 120)
  })
})
