import { heartbeatChanges, heartbeats, ingressPresence } from '@knockwire/db/schema/receivers'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { defaultExpectation } from '@knockwire/domain/heartbeats/heartbeat-rules'
import type { HeartbeatHistoryView } from '@knockwire/domain/heartbeats/heartbeat-history'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinAs } from '../../../testing/calls/member-calls.ts'
import { makeReceiver } from '../../../testing/calls/receiver-calls.ts'
import { type Asker, get, post } from '../../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
})
afterAll(() => test.close())

type Change = Partial<typeof heartbeatChanges.$inferInsert> & { minutesAgo: number }

const insert = (receiverId: string, changes: readonly Change[]) =>
  test.db.insert(heartbeatChanges).values(
    changes.map(({ minutesAgo, ...change }) => ({
      id: uuidv7(),
      receiverId,
      at: new Date(Date.now() - minutesAgo * 60_000),
      state: 'UP' as const,
      reason: 'SIGNAL' as const,
      ...change,
    })),
  )
const historyOf = async (asker: Asker, id: string, range = '24h') => {
  const answer = await get(asker, `/receivers/${id}/heartbeat/history?range=${range}`)
  expect(answer.statusCode).toBe(200)
  return answer.json<HeartbeatHistoryView>()
}
/** The changes are inserted one after the other, and time passes until they are read: its bands tell how much. */
const uptimeOf = ({ bands }: HeartbeatHistoryView) => {
  const lengthOf = (some: typeof bands) =>
    some.reduce((sum, { from, to }) => sum + Date.parse(to) - Date.parse(from), 0)
  return (100 * lengthOf(bands.filter(({ state }) => state !== 'DOWN'))) / lengthOf(bands)
}
const statesOf = ({ bands }: HeartbeatHistoryView) => bands.map(({ state }) => state)

describe('the history of a heartbeat', () => {
  it('is when it was up and down, its uptime, and how long its runs took', async () => {
    const { id } = await makeReceiver(ada)
    await insert(id, [
      { minutesAgo: 100, state: 'RUNNING', reason: 'STARTED' },
      { minutesAgo: 90, durationMs: 600_000 },
      { minutesAgo: 50, state: 'DOWN', reason: 'FAILED', durationMs: 1000 },
      { minutesAgo: 40, durationMs: 2000 },
    ])
    const history = await historyOf(ada, id)
    expect(statesOf(history)).toEqual(['UP', 'DOWN', 'UP'])
    expect(history.uptimePercent).toBeCloseTo(uptimeOf(history), 3)
    expect([history.outages, Math.round(history.downtime / 60_000)]).toEqual([1, 10])
    expect(history.runs.map(({ duration, isSuccess }) => [duration, isSuccess])).toEqual([
      [600_000, true],
      [1000, false],
      [2000, true],
    ])
    expect([history.median, history.p95]).toEqual([2000, 600_000])
  })

  it('is unknown, and no uptime, while no ingress could take calls, but for the moment of a restart', async () => {
    const { id } = await makeReceiver(ada)
    const expectedAt = new Date(Date.now() - 40 * 60_000)
    await insert(id, [{ minutesAgo: 100 }, { minutesAgo: 30, state: 'DOWN', reason: 'SILENT', expectedAt }])
    const present = (fromMinutes: number, untilMinutes: number) => {
      const [fromAt, seenAt] = [fromMinutes, untilMinutes].map((minutes) => new Date(Date.now() - minutes * 60_000))
      if (fromAt === undefined || seenAt === undefined) throw new Error('There are two times.')
      return { id: uuidv7(), fromAt, untilAt: seenAt, seenAt }
    }
    await test.db.insert(ingressPresence).values([present(200, 90), present(70, 50), present(49.98, 0)])
    const history = await historyOf(ada, id)
    await test.db.delete(ingressPresence)
    expect(statesOf(history)).toEqual(['UP', 'UP', 'LATE', 'DOWN'])
    const [before, after, late] = history.bands
    expect(late?.from).toBe(expectedAt.toISOString())
    expect(history.unknown).toEqual([{ from: before?.to, to: after?.from }])
    expect(history.uptimePercent).toBeCloseTo(uptimeOf(history), 3)
  })

  it('begins with the state that it had before the range, and has no run of before', async () => {
    const { id } = await makeReceiver(ada)
    await insert(id, [
      { minutesAgo: 5000, durationMs: 5 },
      { minutesAgo: 3000, state: 'DOWN', reason: 'SILENT' },
    ])
    const day = await historyOf(ada, id)
    expect([statesOf(day), day.uptimePercent, day.runs]).toEqual([['DOWN'], 0, []])
    const week = await historyOf(ada, id, '7d')
    expect([statesOf(week), week.runs.length]).toEqual([['UP', 'DOWN'], 1])
  })

  it('ends now, and in the state that is shown: of a call that is late, since it was expected', async () => {
    const { id, name } = await makeReceiver(ada)
    await post(ada, `/receivers/${id}`, { name, expectation: defaultExpectation })
    await insert(id, [{ minutesAgo: 30 }])
    const expectedAt = new Date(Date.now() - 20 * 60_000)
    await test.db.update(heartbeats).set({ state: 'UP', expectedAt }).where(eq(heartbeats.receiverId, id))
    const history = await historyOf(ada, id)
    expect(history.bands.slice(-2)).toEqual([
      expect.objectContaining({ state: 'UP', to: expectedAt.toISOString() }),
      { state: 'LATE', from: expectedAt.toISOString(), to: history.to },
    ])
  })

  it('reads more changes than are kept, and no run more than is drawn', async () => {
    const { id } = await makeReceiver(ada)
    await insert(
      id,
      Array.from({ length: 1000 }, (_, n) => ({ minutesAgo: 1000 - n, durationMs: n })),
    )
    const { runs, median } = await historyOf(ada, id)
    expect([runs.length, runs.at(-1)?.duration, median]).toEqual([expect.any(Number), 999, 499])
    expect(runs.length).toBeLessThanOrEqual(150)
  })

  it('of a receiver without changes is empty', async () => {
    const { id } = await makeReceiver(ada)
    expect(await historyOf(ada, id, '90d')).toMatchObject({ bands: [], uptimePercent: null, runs: [], median: null })
  })

  it('is seen by each member of the account and by nobody else', async () => {
    const owner = await test.signUp('Owner')
    const { id } = await makeReceiver(owner)
    const url = `/receivers/${id}/heartbeat/history`
    for (const role of ['EDITOR', 'VIEWER'] as const) {
      const member = await test.signUp(role)
      await joinAs(test, owner, member, role)
      expect((await get(member, url)).statusCode).toBe(200)
    }
    expect((await get(ada, url)).statusCode).toBe(404)
    expect((await test.inject({ url: `/api/v1${url}` })).statusCode).toBe(401)
    expect((await get(owner, `${url}?range=1y`)).statusCode).toBe(400)
  })
})
