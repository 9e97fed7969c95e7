import { deliveries } from '@knockwire/db/schema/notifications'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { startExecutorProcess } from '../testing/executor-process.ts'
import { callTo, seedAccount } from '../testing/rows/seed.ts'
import { seedDeliveries } from '../testing/rows/seed-delivery.ts'
import { startTarget } from '../testing/peers/target.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'

const takeoverMs = 120_000
/** An account's places in the channel. */
const places = 16
const waiting = 4

describe('an executor that is frozen past the time of its deliveries and thawed', async () => {
  const { db, url, stopAfter } = await useTestDatabase()

  it('sends none that another has taken over, and what it had sent counts', async () => {
    const target = await startTarget()
    stopAfter(target.close)
    const answers: (() => void)[] = []
    target.on('/hook', ({ response }) => void answers.push(() => response.end()))
    const { id: accountId } = await seedAccount(db)
    const first = await startExecutorProcess(url)
    stopAfter(first.kill)
    const { context, close } = await createTestContext(url)
    const setting = callTo(`${target.origin}/hook`)
    const ids = await seedDeliveries({ context, wake: () => {} }, { accountId, setting }, places + waiting)
    stopAfter(close)
    await expect.poll(() => answers.length).toBe(places)
    const sentByFirst = new Set(target.calls.map(({ headers }) => String(headers['webhook-id'])))
    first.signal('SIGSTOP')

    const second = await startExecutorProcess(url)
    stopAfter(second.kill)
    await expect.poll(() => answers.length, { timeout: takeoverMs }).toBe(2 * places)
    // Those of the first are answered; those of the second hang.
    for (const answer of answers.splice(0, places)) answer()
    first.signal('SIGCONT')
    const settled = async () => {
      const rows = await db.select().from(deliveries).where(eq(deliveries.accountId, accountId))
      return rows.filter(({ status }) => status === 'DELIVERED').map(({ id }) => id)
    }
    await expect.poll(async () => (await settled()).length).toBe(sentByFirst.size)
    expect(new Set(await settled())).toEqual(sentByFirst)
    // The first has room now, and would send what it had leased.
    target.on('/hook', ({ response }) => response.end())
    for (const answer of answers) answer()
    await expect.poll(async () => (await settled()).length).toBe(ids.length)
    await expect.poll(() => context.queue.depth('deliver-http')).toEqual({ waiting: 0, inFlight: 0 })
    const callsFor = (id: string) => target.calls.filter(({ headers }) => headers['webhook-id'] === id).length
    for (const id of ids) expect(callsFor(id)).toBeLessThanOrEqual(sentByFirst.has(id) ? 2 : 1)
  })
})
