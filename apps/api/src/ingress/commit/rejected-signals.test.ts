import type { Database } from '@knockwire/db/client'
import { heartbeats, heartbeatSignals, receivers } from '@knockwire/db/schema/receivers'
import { insertTestHeartbeat } from '@knockwire/db/testing/insert-heartbeat'
import { insertTestReceiver } from '@knockwire/db/testing/insert-receiver'
import { defaultRequestCondition } from '@knockwire/domain/conditions/condition-rules'
import { defaultExpectation } from '@knockwire/domain/heartbeats/heartbeat-rules'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setHeartbeatStatus } from '../../features/receivers/heartbeat/save-heartbeat.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { loadReceivers, type ReceiverSettings } from '../settings/receiver-settings.ts'
import { RejectedSignals } from './rejected-signals.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const load = async (token: string): Promise<ReceiverSettings> => {
  const [receiver] = await loadReceivers(test.pool, [token])
  if (receiver === undefined) throw new Error('There is no such receiver.')
  return receiver
}

/** Of a heartbeat that is down. */
const insert = async () => {
  const inserted = await insertTestReceiver(test.db)
  await insertTestHeartbeat(test.db, inserted, { state: 'DOWN' })
  return load(inserted.token)
}

const createRejected = (changes: Partial<ConstructorParameters<typeof RejectedSignals>[0]> = {}) => {
  const errors: Error[] = []
  const rejected = new RejectedSignals({
    pool: test.pool,
    reload: (tokens) => loadReceivers(test.pool, tokens),
    onSignalsWaiting: () => {},
    onError: (error) => errors.push(error),
    ...changes,
  })
  return { rejected, errors }
}

const edit = ({ id }: ReceiverSettings, db: Pick<Database, 'update'> = test.db) =>
  db.update(receivers).set({ name: 'Edited' }).where(eq(receivers.id, id))

const haveConditionDecide = async (receiver: ReceiverSettings, db: Pick<Database, 'update'> = test.db) => {
  await edit(receiver, db)
  const expectation = { ...defaultExpectation, successCondition: defaultRequestCondition }
  await db.update(heartbeats).set({ expectation }).where(eq(heartbeats.receiverId, receiver.id))
}

const pauseAndResume = (receiver: ReceiverSettings) =>
  test.db.transaction(async (tx) => {
    for (const status of ['DISABLED', 'ACTIVE'] as const) {
      await tx.update(receivers).set({ status }).where(eq(receivers.id, receiver.id))
      await setHeartbeatStatus(tx, receiver.id, status)
    }
  })

const kindsOf = async ({ id }: ReceiverSettings) => {
  const signals = test.db.select().from(heartbeatSignals).where(eq(heartbeatSignals.receiverId, id))
  return (await signals.orderBy(heartbeatSignals.position)).map(({ kind }) => kind)
}

const success = (receiver: ReceiverSettings) => ({ method: 'GET', url: `/r/${receiver.token}` }) as const
const failure = (receiver: ReceiverSettings) => ({ method: 'GET', url: `/r/${receiver.token}/fail` }) as const

it('signals of rejected requests are written though their receiver was edited before they were', async () => {
  const [edited, other] = [await insert(), await insert()]
  const { rejected, errors } = createRejected()
  rejected.add(edited, failure(edited))
  rejected.add(edited, success(edited))
  rejected.add(other, success(other))
  await edit(edited)
  await rejected.flush()
  expect([await kindsOf(edited), await kindsOf(other), errors]).toEqual([['FAIL', 'SUCCESS'], ['SUCCESS'], []])
})

it('a success of a rejected request says nothing once an edit has a condition decide', async () => {
  const receiver = await insert()
  const { rejected } = createRejected()
  rejected.add(receiver, success(receiver))
  rejected.add(receiver, failure(receiver))
  await haveConditionDecide(receiver)
  await rejected.flush()
  expect(await kindsOf(receiver)).toEqual(['FAIL'])
})

it('a success from before such an edit says nothing where a signal from after it is kept with it', async () => {
  const receiver = await insert()
  const { rejected } = createRejected()
  rejected.add(receiver, success(receiver))
  await haveConditionDecide(receiver)
  rejected.add(await load(receiver.token), failure(receiver))
  await rejected.flush()
  expect(await kindsOf(receiver)).toEqual(['FAIL'])
})

it('an edit that has not been committed yet decides what a success before it says', async () => {
  const receiver = await insert()
  const { rejected } = createRejected()
  rejected.add(receiver, success(receiver))
  let flushing: Promise<void> | undefined
  await test.db.transaction(async (tx) => {
    await haveConditionDecide(receiver, tx)
    flushing = rejected.flush()
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await test.pool.query(waiting)).rowCount, { interval: 5 }).toBe(1)
  })
  await flushing
  expect(await kindsOf(receiver)).toEqual([])
})

it.each(['is written', 'is kept again'] as const)(
  'a signal of before a pause is not written after it, where it %s first with the settings of after it',
  async (which) => {
    const receiver = await insert()
    const { rejected } = createRejected()
    rejected.add(receiver, failure(receiver))
    await pauseAndResume(receiver)
    if (which === 'is kept again') rejected.add(await load(receiver.token), success(receiver))
    await rejected.flush()
    expect(await kindsOf(receiver)).toEqual(which === 'is kept again' ? ['SUCCESS'] : [])
  },
)

it('what cannot be written is written with the next, before what has come since', async () => {
  const receiver = await insert()
  let isAway = true
  const { rejected, errors } = createRejected({
    reload: async (tokens) => {
      rejected.add(receiver, success(receiver))
      if (isAway) throw new Error('The database is away.')
      return loadReceivers(test.pool, tokens)
    },
  })
  rejected.add(receiver, failure(receiver))
  await edit(receiver)
  await rejected.flush()
  expect([await kindsOf(receiver), errors.map(({ message }) => message)]).toEqual([[], ['The database is away.']])
  isAway = false
  await rejected.flush()
  expect(await kindsOf(receiver)).toEqual(['FAIL', 'SUCCESS'])
})
