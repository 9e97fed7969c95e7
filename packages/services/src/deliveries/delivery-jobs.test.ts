import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'
import { inTransaction } from '@knockwire/db/transaction'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { createQueue, type Queue } from '@knockwire/queue/queue'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { raise } from '../testing/raise.ts'
import { announceDeliveries, deliveriesDueIn, deliveryQueueOf, sendDeliveries } from './delivery-jobs.ts'

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

type Deliveries = Parameters<typeof sendDeliveries>[2]
const send = (...toSend: Deliveries) => inTransaction(database.pool, (client) => sendDeliveries(queue, client, toSend))
const dueIn = (...ids: string[]) => inTransaction(database.pool, (client) => deliveriesDueIn(client, ids))
const jobsOf = async (...ids: string[]) => {
  const { rows } = await database.pool.query(
    `select name, data, singleton_key as key, group_id as group, round(extract(epoch from start_after - created_on))::int as wait
     from pgboss.job where singleton_key = any ($1) order by array_position($1, singleton_key)`,
    [ids],
  )
  return rows
}

it('each channel has its own queue', () => {
  expect(deliveryQueueOf).toEqual({
    EMAIL: 'deliver-email',
    SMS: 'deliver-sms',
    SLACK: 'deliver-slack',
    HTTP: 'deliver-http',
  })
})

describe('the jobs of deliveries', () => {
  it('are sent to the queues of their channels, each for its account and in its time, once', async () => {
    const [mail, text, later, accountId, other] = [uuidv7(), uuidv7(), uuidv7(), uuidv7(), uuidv7()]
    const deliveries: Deliveries = [
      { id: mail, type: 'EMAIL', accountId },
      { id: text, type: 'SMS', accountId: other },
      { id: later, type: 'EMAIL', accountId, startAfterSeconds: 60 },
    ]
    await send(...deliveries)
    await send(...deliveries)
    expect(await jobsOf(mail, text, later)).toEqual([
      { name: 'deliver-email', data: { deliveryId: mail }, key: mail, group: accountId, wait: 0 },
      { name: 'deliver-sms', data: { deliveryId: text }, key: text, group: other, wait: 0 },
      { name: 'deliver-email', data: { deliveryId: later }, key: later, group: accountId, wait: 60 },
    ])
  })

  it('are due in so many seconds, at once while they are in flight, and not known where there are none', async () => {
    const [waiting, inFlight, accountId] = [uuidv7(), uuidv7(), uuidv7()]
    await send(
      { id: inFlight, type: 'SLACK', accountId },
      { id: waiting, type: 'HTTP', accountId, startAfterSeconds: 60 },
    )
    expect(await queue.fetch('deliver-slack', 1)).toHaveLength(1)
    const due = await dueIn(waiting, inFlight, uuidv7())
    expect([...due.keys()].toSorted()).toEqual([waiting, inFlight].toSorted())
    expect(due.get(inFlight)).toBe(0)
    expect(due.get(waiting)).toBeGreaterThan(50)
    expect(due.get(waiting)).toBeLessThanOrEqual(60)
    expect(await dueIn()).toEqual(new Map())
  })
})

it('those who send deliveries are woken once for each channel', () => {
  const announced: string[] = []
  const heard = { announce: (name: string) => void announced.push(name) } as Queue
  announceDeliveries(heard, ['SMS', 'EMAIL', 'SMS'])
  announceDeliveries(heard, [])
  expect(announced).toEqual(['deliver-sms', 'deliver-email'])
})
