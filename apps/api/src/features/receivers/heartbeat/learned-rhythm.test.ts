import { accounts } from '@knockwire/db/schema/accounts'
import { countedHours, heartbeats, receiverRollups } from '@knockwire/db/schema/receivers'
import { insertTestRollups } from '@knockwire/db/testing/insert-rollups'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { heartbeatChanges } from '@knockwire/db/schema/receivers'
import { defaultExpectation } from '@knockwire/domain/heartbeats/heartbeat-rules'
import type { HeartbeatChangeList } from '@knockwire/domain/heartbeats/heartbeat'
import type { LearnedRhythmView } from '@knockwire/domain/heartbeats/learned/learned-rhythm'
import { hourMs, hourStart } from '@knockwire/domain/heartbeats/learned/week-hours'
import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeReceiver } from '../../../testing/calls/receiver-calls.ts'
import { get, post, put } from '../../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
  await test.db.update(accounts).set({ plan: 'SUPER' }).where(eq(accounts.id, ada.accountId))
})
afterAll(() => test.close())

const learned = { ...defaultExpectation, mode: 'LEARNED' as const, everySeconds: null, timezone: 'America/Vancouver' }
const about50 = (index: number) => 50 + ((index * 7) % 15) - 7
const lastHour = hourStart(Date.now())

/** A receiver whose requests of so many hours were counted; `quiet`: those of which none came. */
const receiverWith = async (hours: number, quiet: readonly number[] = []) => {
  const { id } = await makeReceiver(ada)
  await post(ada, `/receivers/${id}/lifecycle/activate`)
  const received = Array.from({ length: hours }, (_, index) => (quiet.includes(index) ? 0 : about50(index)))
  await test.db.delete(countedHours)
  const counted = Array.from({ length: 28 * 24 }, (_, index) => ({ hour: new Date(lastHour - (index + 1) * hourMs) }))
  await test.db.insert(countedHours).values(counted)
  await insertTestRollups(test.db, { receiverId: id, untilMs: lastHour, received })
  return id
}
const rhythmOf = async (id: string, query = '') => {
  const answer = await get(ada, `/receivers/${id}/heartbeat/rhythm${query}`)
  return { statusCode: answer.statusCode, body: answer.json<LearnedRhythmView>() }
}
const save = async (id: string, expectation: object | null) => {
  const answer = await post(ada, `/receivers/${id}`, { name: 'Events', expectation })
  return { statusCode: answer.statusCode, body: answer.json<ReceiverView & { errors?: Record<string, string> }>() }
}
const rowOf = async (id: string) => (await test.db.select().from(heartbeats).where(eq(heartbeats.receiverId, id)))[0]

describe('what is usual', () => {
  it('is shown by the hour of the week with when it would have alerted, before it is expected', async () => {
    const id = await receiverWith(28 * 24, [300, 301, 302])
    const { statusCode, body } = await rhythmOf(id, '?timezone=America/Vancouver')
    expect(statusCode).toBe(200)
    expect(body).toMatchObject({
      timezone: 'America/Vancouver',
      days: 28,
      neededDays: 14,
      problem: null,
      mostRejected: 5,
    })
    expect(body.hours).toHaveLength(168)
    expect(body.windows).toHaveLength(168)
    expect(body.silenceNoticedWithin).toBe(7200)
    const fromMs = lastHour - 28 * 24 * hourMs
    expect(body.alerts).toMatchObject([
      { kind: 'RECEIVED', count: 0, from: new Date(fromMs + 300 * hourMs).toISOString() },
    ])
    expect(await rowOf(id)).toBeUndefined()
  })

  it('knows of all four weeks where they begin with an hour without requests', async () => {
    const hours = 30 * 24
    const id = await receiverWith(hours, [hours - 28 * 24, hours - 28 * 24 + 1])
    expect((await rhythmOf(id)).body.days).toBe(28)
    // Before the first request ever nothing is known.
    const young = await receiverWith(28 * 24, [0, 1])
    expect((await rhythmOf(young)).body.days).toBe(27)
  })

  it('counts only the days and hours that are given, all three together', async () => {
    const id = await receiverWith(28 * 24)
    const { body } = await rhythmOf(id, '?timezone=UTC&days=12&from=09:00&until=11:00')
    expect(body.windows.map(({ start }) => start)).toEqual([9, 10, 33, 34])
    expect((await rhythmOf(id, '?days=12')).statusCode).toBe(400)
    expect((await rhythmOf(id, '?timezone=Nowhere')).statusCode).toBe(400)
  })

  it('is not known before there are fourteen days of requests, and cannot be expected', async () => {
    const id = await receiverWith(13 * 24)
    const problem = 'There are 13 days of requests to learn from; 14 days are needed.'
    expect((await rhythmOf(id)).body).toMatchObject({ days: 13, problem })
    const { statusCode, body } = await save(id, learned)
    expect([statusCode, body.errors]).toEqual([422, { expectationMode: problem }])
    expect(await rowOf(id)).toBeUndefined()
  })

  it('cannot be expected of a receiver whose requests are too few to tell, and the form says so', async () => {
    const { id } = await makeReceiver(ada)
    await test.db.delete(countedHours)
    const received = Array.from({ length: 20 * 24 }, (_, index) => (index % 200 === 0 ? 1 : 0))
    await insertTestRollups(test.db, { receiverId: id, untilMs: lastHour, received })
    const { statusCode, body } = await save(id, learned)
    expect([statusCode, Object.keys(body.errors ?? {})]).toEqual([422, ['expectationMode']])
  })
})

describe('a receiver that expects what is usual', () => {
  it('waits from now on for the end of the next hour, with what it has learned', async () => {
    const id = await receiverWith(28 * 24)
    const { statusCode, body } = await save(id, learned)
    expect(statusCode).toBe(200)
    expect(body.expectation).toMatchObject({ mode: 'LEARNED', timezone: 'America/Vancouver' })
    expect(body.heartbeat).toMatchObject({
      state: 'NEW',
      expectedAt: new Date(hourStart(Date.now()) + hourMs).toISOString(),
    })
    const row = await rowOf(id)
    expect(row?.usual?.windows).toHaveLength(168)
    expect(row?.judgedUntil?.getTime()).toBe(hourStart(Date.now()))
    expect(row?.checkAt).not.toBeNull()
  })

  it('stays so though its history is too short by now, and is paused and resumed', async () => {
    const id = await receiverWith(28 * 24)
    await save(id, learned)
    await test.db.delete(receiverRollups).where(eq(receiverRollups.receiverId, id))
    expect((await save(id, { ...learned, graceSeconds: 600 })).statusCode).toBe(200)
    expect((await rowOf(id))?.usual?.windows).toHaveLength(168)
    const paused = (await post(ada, `/receivers/${id}/lifecycle/deactivate`)).json<ReceiverView>()
    expect(paused.heartbeat).toMatchObject({ state: 'PAUSED', expectedAt: null })
    const resumed = (await post(ada, `/receivers/${id}/lifecycle/activate`)).json<ReceiverView>()
    expect(resumed.heartbeat?.state).toBe('NEW')
  })

  it('may be an hour late at most', async () => {
    const id = await receiverWith(28 * 24)
    const { statusCode, body } = await save(id, { ...learned, graceSeconds: 3601 })
    expect([statusCode, body.errors]).toEqual([422, { graceSeconds: 'Enter a time of at most 1 hour.' }])
  })

  it('is not made by a definition of a receiver that is yet to be made, and says where the error is', async () => {
    const answer = await put(ada, '/receivers/by-key/fresh', { name: 'Fresh', expectation: learned })
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toContain('There are 0 days of requests to learn from')
  })

  it('is copied without its expectation, since a copy has no history', async () => {
    const id = await receiverWith(28 * 24)
    await save(id, learned)
    const { id: copy } = (await post(ada, `/receivers/${id}/duplicate`)).json<{ id: string }>()
    expect((await get(ada, `/receivers/${copy}`)).json<ReceiverView>()).toMatchObject({
      expectation: null,
      heartbeat: null,
    })
  })

  it('previews the texts of a notification with numbers, as if the last hour had had no request', async () => {
    const receiverId = await receiverWith(28 * 24)
    await save(receiverId, learned)
    const templates = { emailSubject: '{{ heartbeat.requests }} of {{ heartbeat.usual }}: {{ alert.summary }}' }
    const preview = await post(ada, '/receiver-notifications/preview', { receiverId, isOfHeartbeat: true, templates })
    expect(preview.body).toMatch(/"0 of \d\d to \d\d: 0 requests in the hour from \d\d:00; usually \d\d to \d\d"/)
  })

  it('shows what was counted with each change', async () => {
    const id = await receiverWith(28 * 24)
    await save(id, learned)
    const counted = {
      kind: 'RECEIVED',
      count: 3,
      fromMs: lastHour,
      untilMs: lastHour + hourMs,
      from: 40,
      to: 62,
      timezone: 'UTC',
    } as const
    const change = { id: uuidv7(), receiverId: id, at: new Date(), state: 'DOWN', reason: 'TOO_FEW', counted } as const
    await test.db.insert(heartbeatChanges).values(change)
    const { results } = (await get(ada, `/receivers/${id}/heartbeat/changes`)).json<HeartbeatChangeList>()
    expect(results[0]).toMatchObject({
      reason: 'TOO_FEW',
      counted: { kind: 'RECEIVED', count: 3, from: new Date(lastHour).toISOString(), usualFrom: 40, usualTo: 62 },
    })
  })
})
