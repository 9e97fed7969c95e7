import { deliveries, notifications } from '@knockwire/db/schema/notifications'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestIngress, type TestIngress, type TestReceiver } from '../../testing/test-ingress.ts'

let ingress: TestIngress
beforeAll(async () => {
  ingress = await createTestIngress()
  // Statements succeed, and the commit fails.
  await ingress.test.pool.query(`
    create function refuse_at_commit() returns trigger language plpgsql as $$
      begin raise exception 'refused at commit'; end $$;
    create constraint trigger refuse_at_commit after insert on received_requests
      deferrable initially deferred for each row when (new.method = 'GET') execute function refuse_at_commit()`)
})
afterAll(() => ingress.close())

const insertEmail = async ({ id: receiverId, accountId }: TestReceiver) => {
  const { db } = ingress.test
  const now = new Date()
  const setting = { type: 'EMAIL', email: { address: 'ada@example.com', subject: 's', template: 't' } } as const
  const values = { id: uuidv7(), accountId, receiverId, type: setting.type, setting, createdAt: now, updatedAt: now }
  await db.insert(notifications).values(values)
}

const send = async (receiver: TestReceiver, method: string) => (await fetch(ingress.urlOf(receiver), { method })).status

it.each([
  ['without notifications', 0],
  ['with a notification', 1],
])(
  'the ingress answers 503 to a request whose commit fails, and does not record it: a receiver %s',
  async (_what, count) => {
    const receiver = await ingress.insertReceiver()
    if (count > 0) await insertEmail(receiver)
    expect(await send(receiver, 'GET')).toBe(503)
    expect(await ingress.recorded(receiver)).toEqual([])
    expect(await send(receiver, 'POST')).toBe(200)
    expect(await ingress.recorded(receiver)).toHaveLength(1)
    const made = await ingress.test.db.select().from(deliveries).where(eq(deliveries.accountId, receiver.accountId))
    expect(made).toHaveLength(count)
  },
)
