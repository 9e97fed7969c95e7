import { verifiedEmails } from '@knockwire/db/schema/accounts'
import { plans } from '@knockwire/domain/plans/plans'
import { tasks } from '@knockwire/db/schema/tasks'
import { insertTestTask } from '@knockwire/db/testing/insert-task'
import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'
import { inTransaction } from '@knockwire/db/transaction'
import { createQueue, type Queue } from '@knockwire/queue/queue'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { raise } from '../testing/raise.ts'
import { notifyLimitReached, notifyUsagesAreUp } from './usage-notice.ts'

let database: TestDatabase
let queue: Queue
beforeAll(async () => {
  database = await createTestDatabase()
  queue = createQueue({
    url: database.url,
    pool: database.pool,
    isWorker: false,
    onError: raise,
  })
  await queue.start()
})
afterAll(async () => {
  await queue.stop()
  await database.close()
})
beforeEach(() => database.pool.query('delete from pgboss.job'))

const nowMs = Date.UTC(2026, 0, 31, 12)
const usageOf = (accountId: string) =>
  ({
    kind: 'email',
    accountId,
    limits: plans.FREE,
    publicOrigin: 'https://knockwire.example',
    nowMs,
    unsent: { taskId: null, receiverId: null, state: null },
  }) as const
type Usage = Parameters<typeof notifyLimitReached>[2]

const seed = async (confirmed?: { address?: string; unsubscribedAt?: Date }) => {
  const { accountId } = await insertTestTask(database.db)
  const own = `${accountId}@example.com`
  if (confirmed !== undefined)
    await database.db.insert(verifiedEmails).values({ accountId, address: own, verifiedAt: new Date(), ...confirmed })
  return accountId
}
const notify = (...usages: Usage[]) =>
  inTransaction(database.pool, (client) => notifyUsagesAreUp(queue, client, usages))
const mails = async () => {
  const { rows } = await database.pool.query("select name, data from pgboss.job order by data ->> 'to'")
  return rows
}

it('the owner of an account is mailed that its limit is reached, once a period', async () => {
  const accountId = await seed({})
  const once = () => inTransaction(database.pool, (client) => notifyLimitReached(queue, client, usageOf(accountId)))
  await Promise.all([once(), once(), once()])
  expect(await mails()).toEqual([
    {
      name: 'system-mail',
      data: {
        accountId,
        kind: 'limit reached',
        to: `${accountId}@example.com`,
        subject: 'Your email limit is reached',
        text: expect.stringContaining('https://knockwire.example/dashboard/account'),
      },
    },
  ])
  await notify({ ...usageOf(accountId), nowMs: nowMs + 86_400_000 })
  expect(await mails()).toHaveLength(2)
})

it('the mail names the task or the receiver whose notification was not sent first, and no other', async () => {
  const { accountId, taskId } = await insertTestTask(database.db)
  await database.db
    .insert(verifiedEmails)
    .values({ accountId, address: `${accountId}@example.com`, verifiedAt: new Date() })
  await database.db.update(tasks).set({ name: 'Shop front' }).where(eq(tasks.id, taskId))
  const ofTask: Usage = { ...usageOf(accountId), unsent: { taskId, receiverId: null, state: 'Down' } }
  await notify(ofTask, { ...ofTask, unsent: { ...ofTask.unsent, taskId: null } })
  expect((await mails()).map(({ data }) => data.text)).toEqual([
    expect.stringContaining('The first that was not sent: the alert "Down" of "Shop front".'),
  ])
})

it('the owners of many accounts are mailed together, those alone whose address is confirmed and wants mail', async () => {
  const accountIds = [await seed({}), await seed({}), await seed({})]
  const unconfirmed = await seed()
  const other = await seed({ address: 'other@example.com' })
  const unsubscribed = await seed({ unsubscribedAt: new Date() })
  await notify(...[...accountIds.toReversed(), unconfirmed, other, unsubscribed].map(usageOf))
  expect((await mails()).map(({ data }) => data.to)).toEqual(accountIds.map((id) => `${id}@example.com`).toSorted())
  // Nothing was claimed for the others: they are mailed as soon as they can be.
  await database.db
    .update(verifiedEmails)
    .set({ unsubscribedAt: null })
    .where(eq(verifiedEmails.accountId, unsubscribed))
  await notify(usageOf(unsubscribed))
  expect(await mails()).toHaveLength(4)
})

it('accounts are claimed in the order of their ids, by one job each that a worker finds soon, as others do', async () => {
  const accountIds = [await seed({}), await seed({}), await seed({})]
  const sent: unknown[] = []
  const watched: Queue = {
    ...queue,
    send: (sender, name, data, options) => {
      sent.push(
        data.map((one) => Reflect.get(one, 'to')),
        options,
      )
      return queue.send(sender, name, data, options)
    },
  }
  const [first, second, third] = accountIds.map(usageOf)
  if (!first || !second || !third) return expect.fail()
  await inTransaction(database.pool, (client) => notifyUsagesAreUp(watched, client, [second, third, first]))
  expect(sent).toEqual([accountIds.toSorted().map((id) => `${id}@example.com`), { isQuiet: true }])
})

it('nobody is mailed where there is nobody', async () => {
  await notify()
  expect(await mails()).toEqual([])
})
