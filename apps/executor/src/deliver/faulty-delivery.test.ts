import { deliveries } from '@knockwire/db/schema/notifications'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { callTo, seedAccount } from '../testing/rows/seed.ts'
import { deliveryOf, seedDeliveries, seedDelivery, untilDone } from '../testing/rows/seed-delivery.ts'
import { startTarget, type Target } from '../testing/peers/target.ts'
import { startTestDeliveries, useTestDatabase } from '../testing/test-executor.ts'

describe('a delivery that a delivery worker cannot handle', async () => {
  const { db, pool, url, stopAfter } = await useTestDatabase()
  let target: Target
  let workers: Awaited<ReturnType<typeof startTestDeliveries>>
  let accountId: string

  beforeAll(async () => {
    target = await startTarget()
    stopAfter(target.close)
    workers = await startTestDeliveries(url)
    stopAfter(workers.stop)
    accountId = (await seedAccount(db)).id
  })
  const setting = () => callTo(`${target.origin}/hook`)

  it('is recorded as failed and logged with its ids, and those beside and behind it are sent', async () => {
    const error = vi.spyOn(workers.context.log, 'error')
    // Stored by a version that had other settings, say: it cannot be read.
    await pool.query(`create function break_setting() returns trigger language plpgsql as
      $$ begin if new.setting::text like '%/broken%' then new.setting = '{"type":"EMAIL"}'; end if; return new; end $$`)
    await pool.query(
      'create trigger break_setting before insert on notifications for each row execute function break_setting()',
    )
    const bad = await seedDelivery(workers, { accountId, setting: callTo(`${target.origin}/broken`) })
    const good = await seedDeliveries(workers, { accountId, setting: setting() }, 15)
    for (const id of good) expect((await untilDone(db, id)).status).toBe('DELIVERED')
    expect(await untilDone(db, bad)).toMatchObject({
      status: 'FAILED',
      error: expect.stringMatching(/error on this server/i),
    })
    const { subjectId: executionId } = await deliveryOf(db, bad)
    const ids = { deliveryId: bad, accountId, executionId, taskId: expect.any(String), channel: 'HTTP' }
    expect(error).toHaveBeenCalledWith(expect.objectContaining(ids), expect.any(String))
    const behind = await seedDelivery(workers, { accountId, setting: setting() })
    expect((await untilDone(db, behind)).status).toBe('DELIVERED')
  })

  it('and whose outcome cannot be recorded as it is, is recorded without what the provider said', async () => {
    await pool.query(`create function no_answer() returns trigger language plpgsql as
      $$ begin if new.error like '%418%' then raise exception 'unexpected'; end if; return new; end $$`)
    await pool.query(`create trigger no_answer before update on deliveries for each row execute function no_answer()`)
    target.on('/teapot', ({ response }) => void response.writeHead(418).end())
    const bad = await seedDelivery(workers, { accountId, setting: callTo(`${target.origin}/teapot`) })
    const good = await seedDelivery(workers, { accountId, setting: setting() })
    expect((await untilDone(db, good)).status).toBe('DELIVERED')
    expect(await untilDone(db, bad)).toMatchObject({
      status: 'FAILED',
      error: expect.stringMatching(/error on this server/i),
    })
    expect(target.callsOf('/teapot')).toHaveLength(1)
    expect(await db.$count(deliveries, eq(deliveries.status, 'PENDING'))).toBe(0)
  })
})
