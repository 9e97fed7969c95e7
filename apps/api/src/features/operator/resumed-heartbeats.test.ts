import { heartbeats } from '@knockwire/db/schema/receivers'
import { insertTestHeartbeat } from '@knockwire/db/testing/insert-heartbeat'
import { defaultExpectation } from '@knockwire/domain/heartbeats/heartbeat-rules'
import type { Usual } from '@knockwire/domain/heartbeats/learned/usual'
import { hourMs, hourStart } from '@knockwire/domain/heartbeats/learned/week-hours'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeReceiver } from '../../testing/calls/receiver-calls.ts'
import { post } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let operator: TestUser
beforeAll(async () => {
  test = await createTestApp({ settings: { operators: ['olga@example.com'] } })
  operator = await test.signUp('Olga')
})
afterAll(() => test.close())

const suspendAndResume = async ({ accountId }: TestUser) => {
  const path = `/operator/accounts/${accountId}`
  expect((await post(operator, `${path}/suspend`, { reason: 'Spam was sent.' })).statusCode).toBe(204)
  expect((await post(operator, `${path}/resume`)).statusCode).toBe(204)
}
const seed = async (user: TestUser, changes: Parameters<typeof insertTestHeartbeat>[2]) => {
  const { id } = await makeReceiver(user)
  await insertTestHeartbeat(test.context.db, { id, accountId: user.accountId }, changes)
  return async () => {
    const [row] = await test.context.db.select().from(heartbeats).where(eq(heartbeats.receiverId, id))
    return row
  }
}

/** Every hour of the week has about fifty. */
const usual: Usual = {
  learnedAtMs: Date.now(),
  fromMs: Date.now() - 28 * 24 * hourMs,
  untilMs: Date.now(),
  hours: [],
  windows: Array.from({ length: 168 }, (_, start) => ({
    start,
    hours: 1,
    expected: 50,
    from: 40,
    to: 62,
    lowest: 25,
  })),
  mostRejected: 5,
}

describe('the heartbeats of an account that is no longer suspended', () => {
  it('that expect what is usual judge no hour of which the account was suspended for a part', async () => {
    const ada = await test.signUp('Ada')
    const startMs = Date.now()
    const thisHour = hourStart(startMs)
    const rowOf = await seed(ada, {
      expectation: { ...defaultExpectation, mode: 'LEARNED' },
      usual,
      state: 'UP',
      judgedUntil: new Date(thisHour),
      expectedAt: new Date(thisHour + hourMs),
      expectedBy: new Date(thisHour + hourMs),
      checkAt: new Date(thisHour + hourMs + 5000),
    })
    await suspendAndResume(ada)
    const row = await rowOf()
    expect(row?.judgedUntil?.getTime()).toBeGreaterThanOrEqual(startMs)
    expect(row?.expectedAt?.getTime()).toBe((row?.judgedUntil?.getTime() ?? 0) + hourMs)
    expect(row?.state).toBe('UP')
  })

  it('that expect a call each day have a whole day for it, and those of disabled receivers expect none', async () => {
    const bea = await test.signUp('Bea')
    const dayMs = 24 * hourMs
    const overdueSoon = new Date(Date.now() + 60_000)
    const rowOf = await seed(bea, {
      expectation: { everySeconds: 86_400 },
      state: 'UP',
      expectedAt: overdueSoon,
      expectedBy: overdueSoon,
      checkAt: overdueSoon,
    })
    const pausedOf = await seed(bea, { state: 'PAUSED' })
    const startMs = Date.now()
    await suspendAndResume(bea)
    expect((await rowOf())?.expectedAt?.getTime()).toBeGreaterThanOrEqual(startMs + dayMs)
    expect(await pausedOf()).toMatchObject({ state: 'PAUSED', expectedAt: null, checkAt: null })
  })
})
