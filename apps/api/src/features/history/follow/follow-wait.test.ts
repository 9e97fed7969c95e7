import type { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  countFollowers,
  follow,
  type FollowedPart,
  type Follower,
  openStream,
  read,
  rejected,
  type Stream,
} from '../../../testing/calls/follow-calls.ts'
import { joinAs } from '../../../testing/calls/member-calls.ts'
import { makeReceiver } from '../../../testing/calls/receiver-calls.ts'
import { makeTask, post, remove } from '../../../testing/calls/task-calls.ts'
import { makeToken } from '../../../testing/calls/token-calls.ts'
import { insertReceived } from '../../../testing/rows/insert-received.ts'
import { insertRun } from '../../../testing/rows/insert-run.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

let test: TestApp
let origin: string
const sockets: Socket[] = []
beforeAll(async () => {
  test = await createTestApp()
  test.app.server.on('connection', (socket) => void sockets.push(socket))
  origin = await test.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => test.close())

let people = 0
let ada: TestUser
let receiverId: string
let tokenId: string
let follower: Follower
beforeEach(async () => {
  ada = await test.signUp(`Ada${(people += 1)}`)
  receiverId = (await makeReceiver(ada)).id
  const { id, token } = await makeToken(ada, 'WRITE')
  tokenId = id
  follower = { origin, token, of: `receivers/${receiverId}` }
})

const streams: Stream<unknown>[] = []
afterEach(() => {
  for (const { close } of streams.splice(0)) close()
})
const stream = async (who: Follower, query = '', headers: Record<string, string> = {}) => {
  const opened = await openStream(who, query, headers)
  streams.push(opened)
  return opened
}

const untilWaiting = (count: number, app = test) =>
  expect.poll(async () => (await countFollowers(app)).waiting).toBe(count)
const seats = async () => {
  const { waiting, reading } = await countFollowers(test)
  return waiting + reading
}

describe('a call that waits', () => {
  it('is answered with the first that is recorded, of a receiver and of a task', async () => {
    const { id: taskId } = await makeTask(ada)
    const task = { taskId, accountId: ada.accountId }
    const waiting = [read(follower, '?wait=25'), read({ ...follower, of: `tasks/${taskId}` }, '?wait=25')]
    await untilWaiting(2)
    const [received] = await insertReceived(test, receiverId, 1)
    const run = await insertRun(test, task, { status: 'FAILED', errorCode: 'TIMEOUT', details: {} })
    const answers = await Promise.all(waiting)
    expect(answers.map(({ results }) => results.map(({ id }) => id))).toEqual([[received], [run]])
    await untilWaiting(0)
  })

  it('is answered at once where there is something already', async () => {
    const { cursor } = await read(follower)
    const [id] = await insertReceived(test, receiverId, 1)
    const part = await read(follower, `?cursor=${cursor}&wait=25`)
    expect(part.results.map((row) => row.id)).toEqual([id])
  })

  it('is answered with nothing once its time is over, and goes on with the same cursor', async () => {
    const { cursor } = await read(follower)
    expect(await read(follower, '?wait=1')).toEqual({ results: [], cursor, hasMore: false })
  })

  it('says what was deleted meanwhile', async () => {
    const waiting = follow(follower, '?wait=25')
    await untilWaiting(1)
    // In one transaction: the number is seen, and the row is not there.
    await test.db.transaction(async (tx) => {
      await insertReceived({ ...test, db: tx }, receiverId, 1)
      await tx.execute(`delete from received_requests where receiver_id = '${receiverId}'`)
    })
    const answer = await waiting
    expect([answer.status, await answer.json()]).toMatchObject([410, { missed: 1 }])
  })

  it('is rejected where its token was revoked meanwhile, when it wakes', async () => {
    const waiting = rejected(follower, '?wait=25')
    await untilWaiting(1)
    expect((await remove(ada, `/accounts/me/tokens/${tokenId}`)).statusCode).toBe(204)
    await insertReceived(test, receiverId, 1)
    const [status, problem] = await waiting
    expect([status, problem.code]).toEqual([401, 'SIGNED_OUT'])
  })

  it('is rejected where its member was removed, or may not see the secrets any more that it asks for', async () => {
    const [removed, demoted] = [await test.signUp(`Rea${people}`), await test.signUp(`Dee${people}`)]
    for (const member of [removed, demoted]) await joinAs(test, ada, member, 'EDITOR')
    const of = async (member: TestUser) => ({ ...follower, token: (await makeToken(member, 'WRITE')).token })
    const followers = [await of(removed), await of(demoted)]
    const waiting = followers.map((one) => rejected(one, '?wait=25&reveal=headers'))
    await untilWaiting(2)
    await remove(ada, `/accounts/me/members/${removed.userId}`)
    await post(ada, `/accounts/me/members/${demoted.userId}`, { role: 'VIEWER' })
    await insertReceived(test, receiverId, 1)
    expect((await Promise.all(waiting)).map(([status]) => status)).toEqual([401, 403])
  })

  it('ends with that news where the receiver is deleted meanwhile', async () => {
    const waiting = rejected(follower, '?wait=25')
    await untilWaiting(1)
    expect((await remove(ada, `/receivers/${receiverId}`)).statusCode).toBe(204)
    expect((await waiting)[0]).toBe(404)
  })

  it('frees its place where the caller leaves; an account has twenty, and others have theirs', async () => {
    const leaving = new AbortController()
    const waiting = Array.from({ length: 20 }, () =>
      follow(follower, '?wait=25', { signal: leaving.signal }).catch(() => null),
    )
    await untilWaiting(20)
    const answer = await follow(follower, '?wait=25')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '5'])
    expect((await follow(follower, '', { headers: { accept: 'text/event-stream' } })).status).toBe(429)
    // What does not wait needs no place.
    await read(follower)
    const other = await test.signUp(`Other${people}`)
    const { id } = await makeReceiver(other)
    const others = { origin, token: (await makeToken(other, 'READ')).token, of: `receivers/${id}` }
    await read(others, '?wait=1')
    leaving.abort()
    await Promise.all(waiting)
    await expect.poll(seats).toBe(0)
    await read(follower, '?wait=1')
  })
})

describe('a stream', () => {
  it('begins with its cursor and has each row as an event, whose id is the row’s cursor', async () => {
    const [before] = await insertReceived(test, receiverId, 1)
    const all = await stream(follower, '?cursor=start')
    expect(all.response.status).toBe(200)
    expect(await all.next()).toEqual({ id: 'start', event: 'cursor', data: { cursor: 'start' } })
    const first = await all.next()
    const { results } = await read(follower, '?cursor=start')
    expect(first).toEqual({ id: results[0]?.cursor, event: 'request', data: results[0] })
    expect(results[0]?.id).toBe(before)
    const now = await stream(follower)
    expect(await now.next()).toMatchObject({ id: first?.id, event: 'cursor' })
    const [after] = await insertReceived(test, receiverId, 1)
    for (const one of [all, now]) expect(await one.next()).toMatchObject({ event: 'request', data: { id: after } })
  })

  it('shows a read-only token no key in a URL, as the same call in JSON does not', async () => {
    const [id] = await insertReceived(test, receiverId, 1)
    await test.pool.query(`update received_requests set url = url || '?api_key=squirrel' where id = $1`, [id])
    const token = (await makeToken(ada, 'READ')).token
    for (const [who, isShown] of [
      [follower, true],
      [{ ...follower, token }, false],
    ] as const) {
      const opened = await stream(who, '?cursor=start')
      await opened.next()
      expect(JSON.stringify(await opened.next()).includes('squirrel')).toBe(isShown)
    }
  })

  it('has a task’s executions as they end', async () => {
    const { id: taskId } = await makeTask(ada)
    const opened = await stream({ ...follower, of: `tasks/${taskId}` })
    await opened.next()
    const run = await insertRun(test, { taskId, accountId: ada.accountId }, { status: 'SUCCEEDED', details: {} })
    expect(await opened.next()).toMatchObject({ event: 'execution', data: { id: run } })
  })

  it('is sent as it comes by proxies, and compressed by nobody', async () => {
    const { response } = await stream(follower, '', { 'accept-encoding': 'br, gzip' })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    expect(response.headers.get('content-encoding')).toBeNull()
  })

  it('goes on behind the last event that came, which wins over the cursor of its address', async () => {
    const [third, second] = await insertReceived(test, receiverId, 3)
    const { results } = await read(follower, '?cursor=start')
    const again = await stream(follower, '?cursor=now', { 'last-event-id': results[0]?.cursor ?? '' })
    await again.next()
    expect([await again.next(), await again.next()]).toMatchObject([{ data: { id: second } }, { data: { id: third } }])
    const unreadable = await stream(follower, '?cursor=start', { 'last-event-id': 'nonsense' })
    expect(await unreadable.next()).toMatchObject({ id: 'start' })
  })

  it('says what was deleted, and goes on', async () => {
    const ids = (await insertReceived(test, receiverId, 4)).toReversed()
    const { results } = await read(follower, '?cursor=start')
    await test.pool.query('delete from received_requests where id = any ($1)', [ids.slice(1, 3)])
    const opened = await stream(follower, `?cursor=${results[0]?.cursor}`)
    await opened.next()
    const gap = await opened.next()
    expect(gap).toEqual({
      id: results[2]?.cursor,
      event: 'gap',
      data: { code: 'GONE', message: expect.stringContaining('2 rows'), cursor: results[2]?.cursor, missed: 2 },
    })
    expect(await opened.next()).toMatchObject({ event: 'request', data: { id: ids[3] } })
  })

  it('ends where its token is revoked, and says why', async () => {
    const opened = await stream(follower)
    await opened.next()
    await untilWaiting(1)
    await remove(ada, `/accounts/me/tokens/${tokenId}`)
    await insertReceived(test, receiverId, 1)
    expect(await opened.next()).toMatchObject({ id: null, event: 'end', data: { code: 'SIGNED_OUT' } })
    expect(await opened.next()).toBeNull()
    expect((await follow(follower, '', { headers: { accept: 'text/event-stream' } })).status).toBe(401)
  })

  it('frees its place where the caller leaves', async () => {
    const opened = await stream(follower)
    await opened.next()
    expect(await seats()).toBe(1)
    opened.close()
    await expect.poll(seats).toBe(0)
  })

  it('is an error before it begins where it may not begin', async () => {
    const accept = { headers: { accept: 'text/event-stream' } }
    const statuses = []
    for (const who of [
      { ...follower, token: 'kw_unknown' },
      { ...follower, of: 'receivers/01890000-0000-7000-8000-000000000000' },
    ])
      statuses.push((await follow(who, '', accept)).status)
    statuses.push((await follow(follower, '?cursor=nonsense', accept)).status)
    expect(statuses).toEqual([401, 404, 400])
    expect(await seats()).toBe(0)
  })

  it('is read no further than a slow reader takes it', async () => {
    const requestBody = Buffer.alloc(200_000, 'x')
    await insertReceived(test, receiverId, 100, { requestBody })
    const written = () => sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0)
    const before = written()
    const opened = await stream(follower, '?cursor=start')
    await opened.next()
    // Until the buffers between are full; of 20 MB, what is left is read when there is room for it.
    let last = -1
    await expect
      .poll(
        () => {
          const isStill = written() === last
          last = written()
          return isStill
        },
        { interval: 500, timeout: 20_000 },
      )
      .toBe(true)
    expect(last - before).toBeGreaterThan(100_000)
    expect(last - before).toBeLessThan(12_000_000)
    let rows = 0
    while (rows < 100) if ((await opened.next())?.event === 'request') rows += 1
  }, 60_000)
})

it('a process that stops answers at once who waits, and ends its streams', async () => {
  const stopping = await createTestApp({ sharing: test })
  const there = { ...follower, origin: await stopping.app.listen({ host: '127.0.0.1', port: 0 }) }
  const { cursor } = await read(there)
  const waiting = read(there, '?wait=25')
  const opened = await stream(there)
  await opened.next()
  await untilWaiting(2, stopping)
  const startedMs = performance.now()
  await stopping.close()
  expect(await waiting).toEqual<FollowedPart>({ results: [], cursor, hasMore: false })
  expect(await opened.next()).toBeNull()
  expect(performance.now() - startedMs).toBeLessThan(5000)
})
