import { randomUUID } from 'node:crypto'
import { billingAccounts } from '@knockwire/db/schema/billing'
import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { leaseLost, withBillingLease } from './lease.ts'

let database: TestDatabase
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(() => database.close())

const rowOf = async (accountId: string) =>
  (await database.db.select().from(billingAccounts).where(eq(billingAccounts.accountId, accountId)))[0]

it('one at a time works with an account’s billing, and others with other accounts’ meanwhile', async () => {
  const [accountId, other] = [randomUUID(), randomUUID()]
  const events: string[] = []
  const [started, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = withBillingLease(database.db, accountId, async (lease) => {
    events.push('first')
    expect(lease).toMatchObject({ accountId, row: { accountId, customerId: null, leaseToken: lease.token } })
    started.resolve()
    await release.promise
    events.push('first ends')
    return 1
  })
  await started.promise
  const second = withBillingLease(database.db, accountId, async () => void events.push('second'))
  await withBillingLease(database.db, other, async () => void events.push('other'))
  release.resolve()
  expect(await first).toBe(1)
  await second
  expect(events).toEqual(['first', 'other', 'first ends', 'second'])
})

it('a lease ends with its work, be it with an error, and after 150 seconds without', async () => {
  const accountId = randomUUID()
  const failing = withBillingLease(database.db, accountId, async () => {
    const { rows } = await database.pool.query(
      'select extract(epoch from lease_until - now())::float8 as left from billing_accounts where account_id = $1',
      [accountId],
    )
    expect(rows[0].left).toBeGreaterThan(120)
    expect(rows[0].left).toBeLessThan(151)
    throw new Error('It failed.')
  })
  await expect(failing).rejects.toThrow('It failed.')
  expect(await rowOf(accountId)).toMatchObject({ leaseToken: null, leaseUntil: null })
})

it('a lease whose time is over is taken by another, and is left to that at its end', async () => {
  const accountId = randomUUID()
  await withBillingLease(database.db, accountId, async () => {
    const past = new Date(Date.now() - 60_000)
    await database.db.update(billingAccounts).set({ leaseUntil: past }).where(eq(billingAccounts.accountId, accountId))
    const release = Promise.withResolvers<void>()
    const taken = Promise.withResolvers<string>()
    const second = withBillingLease(database.db, accountId, async ({ token }) => {
      taken.resolve(token)
      await release.promise
    })
    const token = await taken.promise
    expect((await rowOf(accountId))?.leaseToken).toBe(token)
    release.resolve()
    await second
  })
})

it('one that has waited for 20 seconds is told to try again', async () => {
  const accountId = randomUUID()
  await withBillingLease(database.db, accountId, async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(20_000)
    onTestFinished(() => clock.mockRestore())
    const looks = vi.spyOn(database.db, 'insert')
    clock.mockReturnValue(20_001)
    await expect(withBillingLease(database.db, accountId, async () => {})).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      retryAfterSeconds: 10,
    })
    expect(looks).toHaveBeenCalledTimes(2)
    looks.mockRestore()
  })
})

it('one that was overtaken by another does not end the lease of that', async () => {
  const accountId = randomUUID()
  const token = randomUUID()
  await withBillingLease(database.db, accountId, async () => {
    await database.db.update(billingAccounts).set({ leaseToken: token }).where(eq(billingAccounts.accountId, accountId))
  })
  expect((await rowOf(accountId))?.leaseToken).toBe(token)
  expect(leaseLost()).toMatchObject({ code: 'UNAVAILABLE' })
})
