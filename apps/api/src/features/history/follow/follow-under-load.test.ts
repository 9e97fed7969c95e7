import { plans } from '@knockwire/domain/plans/plans'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCuttingProxy } from '../../../testing/peers/cutting-proxy.ts'
import { startLoad } from '../../../testing/load.ts'
import { type Follower, makeActiveReceiver, openStream, read } from '../../../testing/calls/follow-calls.ts'
import { makeToken } from '../../../testing/calls/token-calls.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { createTestIngress, type TestIngress } from '../../../testing/test-ingress.ts'

const { label: _, ...unlimited } = plans.SUPER
const limits = { ...unlimited, label: null, receiverCallsPerMinute: 1_000_000 }

/** Ids in the order in which a follower got them, and when it stops. */
interface Got {
  ids: string[]
  stop: () => Promise<void>
}

const startGetting = (one: (ids: string[]) => Promise<void>): Got => {
  const ids: string[] = []
  let isStopping = false
  const run = async () => {
    while (!isStopping) await one(ids)
  }
  const running = run()
  return {
    ids,
    stop: async () => {
      isStopping = true
      await running
    },
  }
}

const pollFrom = (follower: Follower, first: string, query: string): Got => {
  let cursor = first
  return startGetting(async (ids) => {
    // A connection that is cut off: nothing was got.
    const part = await read(follower, `?cursor=${cursor}&${query}`).catch(connectionLost)
    if (part === null) return
    ids.push(...part.results.map(({ id }) => id))
    cursor = part.cursor
  })
}

const connectionLost = (error: unknown) => {
  if (error instanceof TypeError) return null
  throw error
}

/** Connects again whenever it is cut off, with the last event that came whole. */
const streamFrom = (follower: Follower, first: string): Got => {
  let last = first
  let stopStream = () => {}
  const got = startGetting(async (ids) => {
    const stream = await openStream(follower, '', { 'last-event-id': last }).catch(connectionLost)
    if (stream === null) return
    stopStream = stream.close
    for (;;) {
      const event = await stream.next().catch(() => null)
      if (event === null) return
      expect(event.event).toBeOneOf(['cursor', 'request'])
      if (event.event === 'request') ids.push(event.data.id)
      last = event.id ?? last
    }
  })
  return {
    ids: got.ids,
    stop: () => {
      const stopped = got.stop()
      stopStream()
      return stopped
    },
  }
}

describe('who follows a receiver', () => {
  let ingress: TestIngress
  let ahead: TestIngress
  let follower: Follower
  let urls: string[]
  let receiverId: string
  beforeAll(async () => {
    ingress = await createTestIngress({ settings: { limits } })
    // Its ids are all greater than those of the other, whichever of the two commits first.
    const clock = createTestClock()
    clock.advance(600_000)
    ahead = await createTestIngress({ settings: { limits }, sharing: ingress, clock })
    const { test } = ingress
    const origin = await test.app.listen({ host: '127.0.0.1', port: 0 })
    const ada = await test.signUp('Ada')
    const { id, url } = await makeActiveReceiver(ada)
    receiverId = id
    const token = url.split('/r/')[1] ?? ''
    urls = [ingress, ahead].map((one) => one.urlOf({ token }))
    follower = { origin, token: (await makeToken(ada, 'READ')).token, of: `receivers/${id}` }
  })
  afterAll(async () => {
    await ahead.close()
    await ingress.close()
  })

  const recordedInOrder = async () => {
    const { rows } = await ingress.test.pool.query<{ id: string; seq: string }>(
      'select id, seq from received_requests where receiver_id = $1 order by seq',
      [receiverId],
    )
    expect(rows.map(({ seq }) => Number(seq))).toEqual(rows.map((_row, index) => index + 1))
    return rows.map(({ id }) => id)
  }

  const sendBurst = async (requests: number) => {
    const load = startLoad(urls, 32)
    await expect.poll(() => load.acknowledged.size, { timeout: 60_000, interval: 5 }).toBeGreaterThan(requests)
    await load.stop()
    expect([load.rejections.size, load.broken.size]).toEqual([0, 0])
  }

  it('gets each of thousands of requests once, in the order of their commits, whatever the order of their ids', async () => {
    const { cursor } = await read(follower)
    // Answers are compressed, and streams are not.
    const proxies = [
      await startCuttingProxy(follower.origin, 20_000),
      await startCuttingProxy(follower.origin, 100_000),
    ]
    const through = (index: number): Follower => ({ ...follower, origin: proxies[index]?.origin ?? '' })
    const followers = [
      pollFrom(follower, cursor, 'wait=1'),
      pollFrom(follower, 'start', 'wait=1&limit=25'),
      pollFrom(follower, cursor, 'limit=100'),
      pollFrom(through(0), cursor, 'wait=1&limit=25'),
      streamFrom(follower, cursor),
      streamFrom(through(1), cursor),
    ]
    for (const requests of [1200, 300, 1000]) await sendBurst(requests)
    const inOrder = await recordedInOrder()
    expect(inOrder.length).toBeGreaterThan(2500)
    expect(inOrder).not.toEqual(inOrder.toSorted())
    for (const { ids } of followers)
      await expect.poll(() => ids.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(inOrder.length)
    await Promise.all(followers.map(({ stop }) => stop()))
    for (const [index, { ids }] of followers.entries())
      expect([index, ids.length, new Set(ids).size]).toEqual([index, inOrder.length, inOrder.length])
    for (const { ids } of followers) expect(ids).toEqual(inOrder)
    for (const { cuts } of proxies) expect(cuts()).toBeGreaterThan(2)
  }, 240_000)
})
