import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'
import { inTransaction } from '@knockwire/db/transaction'
import { createQueue, type Queue } from '@knockwire/queue/queue'
import { afterAll, beforeAll, expect } from 'vitest'
import { testSecrets } from '@knockwire/services/channels/testing/message'
import { raise } from '@knockwire/services/testing/raise'
import { sendDeliveries } from '@knockwire/services/deliveries/delivery-jobs'
import { openAttempts } from '../begin/open-attempts.ts'
import { type EndedAttempt, recordOutcomes } from '../outcome/record-outcomes.ts'
import { now } from './seed.ts'

/** A database of the test file's own with the queue of its deliveries, and what is done with them. */
export const useDeliveries = () => {
  let database: TestDatabase
  let queue: Queue
  beforeAll(async () => {
    database = await createTestDatabase()
    queue = createQueue({ url: database.url, pool: database.pool, isWorker: false, onError: raise })
    await queue.start()
  })
  afterAll(async () => {
    await queue.stop()
    await database.close()
  })

  const toolsOf = (waitsSeconds: readonly number[], isEmbedded = true) => ({
    queue,
    secrets: testSecrets,
    retries: { waitsSeconds, random: () => 0.5 },
    nowMs: now.getTime(),
    publicOrigin: 'https://knockwire.example',
    isEmbedded,
    limits: null,
    receiverOrigin: 'https://in.example',
  })
  const open = (ids: readonly string[], mostAttempts = 5, isEmbedded = true) => {
    const waits = Array.from({ length: mostAttempts - 1 }, () => 60)
    return inTransaction(database.pool, async (client) => {
      const opened = await openAttempts(client, ids, toolsOf(waits, isEmbedded))
      await sendDeliveries(queue, client, opened.waiting)
      return opened.open
    })
  }
  return {
    database: () => database,
    open,
    opened: async (id: string) => (await open([id]))[0] ?? expect.fail('No attempt was begun.'),
    record: (...ended: EndedAttempt[]) =>
      inTransaction(database.pool, (client) => recordOutcomes(client, ended, toolsOf([60, 240]))),
  }
}
