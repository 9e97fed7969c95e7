import { deliveries } from '@knockwire/db/schema/notifications'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { eq } from 'drizzle-orm'
import type { TestApp } from '../test-app.ts'

type Delivery = typeof deliveries.$inferSelect

/** A delivery as the executor leaves it once a provider has taken the message. */
export const insertDelivery = async (
  { db }: Pick<TestApp, 'db'>,
  changes: Partial<typeof deliveries.$inferInsert>,
): Promise<string> => {
  const { id = uuidv7() } = changes
  await db.insert(deliveries).values({
    id,
    accountId: uuidv7(),
    notificationId: uuidv7(),
    subjectId: uuidv7(),
    occasion: 'HOLDS',
    type: 'SMS',
    recipient: '+12125550100',
    status: 'DELIVERED',
    attempts: 1,
    createdAt: new Date(),
    deliveredAt: new Date(0),
    ...changes,
  })
  return id
}

export const deliveryOf = async ({ db }: Pick<TestApp, 'db'>, id: string): Promise<Delivery> => {
  const [delivery] = await db.select().from(deliveries).where(eq(deliveries.id, id))
  if (delivery === undefined) throw new Error('There is no such delivery.')
  return delivery
}
