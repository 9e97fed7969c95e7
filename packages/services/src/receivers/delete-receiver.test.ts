import { deliveries } from '@knockwire/db/schema/notifications'
import { receivedRequests, receivers } from '@knockwire/db/schema/receivers'
import { insertTestReceiver } from '@knockwire/db/testing/insert-receiver'
import { createTestDatabase } from '@knockwire/db/testing/test-database'
import { inTransaction } from '@knockwire/db/transaction'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, expect, it } from 'vitest'
import { countRows } from '../testing/count-rows.ts'
import { deleteWholeReceiver } from './delete-receiver.ts'

const database = await createTestDatabase()
afterAll(() => database.close())
const { db } = database

const seed = async (count: number) => {
  const receiver = await insertTestReceiver(db)
  const createdAt = new Date()
  const requests = Array.from({ length: count }, () => ({
    id: uuidv7(),
    receiverId: receiver.id,
    createdAt,
    method: 'GET' as const,
    url: '/',
    remoteAddress: '127.0.0.1',
    responseCode: 200,
    requestHeaders: [],
    requestBody: Buffer.alloc(0),
    responseBody: '',
    contentType: 'text/plain',
  }))
  await db.insert(receivedRequests).values(requests)
  const sent = { accountId: receiver.accountId, occasion: 'REQUEST', type: 'EMAIL', recipient: '', createdAt } as const
  const delivery = { ...sent, status: 'DELIVERED' } as const
  await db
    .insert(deliveries)
    .values(requests.map(({ id }) => ({ ...delivery, id: uuidv7(), notificationId: uuidv7(), subjectId: id })))
  return receiver
}

it('a deletion removes everything of a receiver and nothing of another, in statements of a bounded number of rows', async () => {
  const [leaving, staying] = [await seed(1200), await seed(3)]
  const leftOf = async ({ id, accountId }: typeof leaving) => [
    await db.$count(receivers, eq(receivers.id, id)),
    await db.$count(receivedRequests, eq(receivedRequests.receiverId, id)),
    await db.$count(deliveries, eq(deliveries.accountId, accountId)),
  ]
  await inTransaction(database.pool, async (client) => {
    const { measured, counts } = countRows(client)
    await deleteWholeReceiver(drizzle(measured), leaving.id)
    expect(Math.max(...counts)).toBeLessThanOrEqual(500)
  })
  expect(await leftOf(leaving)).toEqual([0, 0, 0])
  expect(await leftOf(staying)).toEqual([1, 3, 3])
})
