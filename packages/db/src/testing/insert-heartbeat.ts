import type { Expectation } from '@knockwire/domain/heartbeats/expectation'
import { defaultExpectation } from '@knockwire/domain/heartbeats/heartbeat-rules'
import type { Database } from '../client.ts'
import { heartbeats, type receivers } from '../schema/receivers.ts'

type Changes = Partial<Omit<typeof heartbeats.$inferInsert, 'expectation'>> & { expectation?: Partial<Expectation> }

/** A receiver expects calls from now on: each minute, ten seconds late at most, unless it is said otherwise. */
export const insertTestHeartbeat = async (
  db: Database,
  { id: receiverId, accountId }: Pick<typeof receivers.$inferSelect, 'id' | 'accountId'>,
  { expectation, ...changes }: Changes = {},
): Promise<void> => {
  await db.insert(heartbeats).values({
    receiverId,
    accountId,
    expectation: { ...defaultExpectation, everySeconds: 60, graceSeconds: 10, ...expectation },
    state: 'NEW',
    since: new Date(),
    ...changes,
  })
}
