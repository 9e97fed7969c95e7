import type { TestDatabase } from '@knockwire/db/testing/test-database'
import { deliveries } from '@knockwire/db/schema/notifications'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { ChannelType } from '@knockwire/domain/channels/channel-types'

/** A delivery that was made six minutes ago, has failed, and waits for its next attempt. Gives its id. */
export const insertRetriedDelivery = async (db: TestDatabase['db'], type: ChannelType): Promise<string> => {
  const id = uuidv7()
  await db.insert(deliveries).values({
    id,
    accountId: uuidv7(),
    notificationId: uuidv7(),
    subjectId: uuidv7(),
    occasion: 'HOLDS',
    type,
    recipient: 'ada@example.com',
    status: 'PENDING',
    attempts: 3,
    error: 'The mail server could not be reached (ECONNREFUSED).',
    createdAt: new Date(Date.now() - 360_000),
    nextAttemptAt: new Date(Date.now() + 240_000),
  })
  return id
}
