import { heartbeats, heartbeatSignals, receivers } from '@knockwire/db/schema/receivers'
import { insertTestHeartbeat } from '@knockwire/db/testing/insert-heartbeat'
import { insertTestReceiver } from '@knockwire/db/testing/insert-receiver'
import { defaultRequestCondition } from '@knockwire/domain/conditions/condition-rules'
import { defaultExpectation } from '@knockwire/domain/heartbeats/heartbeat-rules'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
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

const edit = ({ id }: ReceiverSettings, name = 'Edited') =>
  test.db.update(receivers).set({ name }).where(eq(receivers.id, id))

const haveConditionDecide = async (receiver: ReceiverSettings) => {
  const expectation = { ...defaultExpectation, successCondition: defaultRequestCondition }
  await test.db.update(heartbeats).set({ expectation }).where(eq(heartbeats.receiverId, receiver.id))
  await edit(receiver)
}

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
