import { executionDetails } from '@knockwire/db/schema/executions'
import { receivedRequests, receiverCounters } from '@knockwire/db/schema/receivers'
import type { ExecutionWithPage } from '@knockwire/domain/executions/execution'
import type { ReceivedRequestWithPage } from '@knockwire/domain/receivers/receiver'
import { encryptSecretHeaders } from '@knockwire/services/secrets/stored-headers'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FollowedPart, type Follower, read, rejected } from '../../../testing/calls/follow-calls.ts'
import { joinAs } from '../../../testing/calls/member-calls.ts'
import { makeReceiver } from '../../../testing/calls/receiver-calls.ts'
import { get, makeTask, post, remove } from '../../../testing/calls/task-calls.ts'
import { makeToken } from '../../../testing/calls/token-calls.ts'
import { insertReceived } from '../../../testing/rows/insert-received.ts'
import { insertRun } from '../../../testing/rows/insert-run.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

let test: TestApp
let origin: string
beforeAll(async () => {
  test = await createTestApp()
  origin = await test.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => test.close())

let people = 0
const signUp = (name: string) => test.signUp(`${name}${(people += 1)}`)

const idsOf = ({ results }: FollowedPart) => results.map(({ id }) => id)
const cursorsOf = ({ results }: FollowedPart) => results.map(({ cursor }) => cursor)

type What = 'tasks' | 'receivers'

describe.each<What>(['tasks', 'receivers'])('the history of %s', (what) => {
  let ada: TestUser
  let id: string
  let follower: Follower
  beforeEach(async () => {
    ada = await signUp('Ada')
    id = what === 'tasks' ? (await makeTask(ada)).id : (await makeReceiver(ada)).id
    follower = { origin, token: (await makeToken(ada, 'READ')).token, of: `${what}/${id}` }
  })

  /** So many more rows; the oldest first. */
  const record = async (count: number): Promise<string[]> => {
    if (what === 'receivers') return (await insertReceived(test, id, count)).toReversed()
    const ids: string[] = []
    const task = { taskId: id, accountId: ada.accountId }
    for (let n = 0; n < count; n += 1)
      ids.push(await insertRun(test, task, { status: 'SUCCEEDED', statusCode: 200, details: {} }))
    return ids
  }
  /** As retention does, or somebody by hand. */
  const deleteRows = async (...ids: string[]) => {
    if (what === 'receivers') await test.db.delete(receivedRequests).where(inArray(receivedRequests.id, ids))
    else {
      await test.pool.query('delete from execution_details where execution_id = any ($1)', [ids])
      await test.pool.query('delete from executions where id = any ($1)', [ids])
    }
  }
  /** As they were recorded before there were numbers. */
  const recordUnnumbered = async (count: number) => {
    const ids = await record(count)
    if (what === 'receivers') {
      await test.db.update(receivedRequests).set({ seq: null }).where(inArray(receivedRequests.id, ids))
      await test.db.update(receiverCounters).set({ lastSeq: 0 }).where(eq(receiverCounters.receiverId, id))
    } else {
      const unnumbered = { seq: null, taskId: null }
      await test.db.update(executionDetails).set(unnumbered).where(inArray(executionDetails.executionId, ids))
      await test.pool.query('update schedules set last_seq = 0 where task_id = $1', [id])
    }
    return ids
  }

  it('is read whole from its start, oldest first, in parts that go on where the last one ended', async () => {
    const ids = await record(25)
    const first = await read(follower, '?cursor=start&limit=10')
    expect([idsOf(first), first.hasMore]).toEqual([ids.slice(0, 10), true])
    expect(first.cursor).toBe(first.results.at(-1)?.cursor)
    const second = await read(follower, `?cursor=${first.cursor}&limit=10`)
    const third = await read(follower, `?cursor=${second.cursor}&limit=10`)
    expect([...idsOf(second), ...idsOf(third)]).toEqual(ids.slice(10))
    expect(third.hasMore).toBe(false)
    expect(await read(follower, `?cursor=${third.cursor}`)).toEqual({
      results: [],
      cursor: third.cursor,
      hasMore: false,
    })
    const [more] = [await record(1)]
    expect(idsOf(await read(follower, `?cursor=${third.cursor}`))).toEqual(more)
  })

  it('goes on behind any row of an answer, not only behind the last', async () => {
    const ids = await record(5)
    const all = await read(follower, '?cursor=start')
    expect(idsOf(await read(follower, `?cursor=${cursorsOf(all)[1]}`))).toEqual(ids.slice(2))
  })

  it('begins with what comes next where no cursor is given', async () => {
    await record(3)
    const now = await read(follower)
    expect(now).toMatchObject({ results: [], hasMore: false })
    expect(await read(follower, '?cursor=now')).toEqual(now)
    const ids = await record(2)
    expect(idsOf(await read(follower, `?cursor=${now.cursor}`))).toEqual(ids)
  })

  it('an empty one has a cursor, too', async () => {
    for (const cursor of ['start', 'now']) {
      const empty = await read(follower, `?cursor=${cursor}`)
      expect(empty).toMatchObject({ results: [], hasMore: false })
      const ids = await record(1)
      expect(idsOf(await read(follower, `?cursor=${empty.cursor}`))).toEqual(ids)
      await deleteRows(...ids)
    }
  })

  it('has whole rows, as the details of each have them', async () => {
    const [row = ''] = await record(1)
    const { _embedded, ...details } = (await get(ada, `/${what}/${id}/executions/${row}`)).json<
      ReceivedRequestWithPage | ExecutionWithPage
    >()
    const [followed] = (await read(follower, '?cursor=start')).results
    // One request alone has these as well.
    const { forwards: _forwards, runDurationMs: _duration, ...ofRow } = details as ReceivedRequestWithPage
    expect(followed).toEqual({ ...ofRow, cursor: followed?.cursor })
  })

  it('says which rows were deleted behind a cursor, and how many, rather than pass over them', async () => {
    const ids = await record(10)
    const { results } = await read(follower, '?cursor=start')
    const behind = (index: number) => results[index]?.cursor ?? ''
    // The oldest, as retention deletes them, and one by hand.
    await deleteRows(...ids.slice(0, 4), ids[6] ?? '')
    expect(idsOf(await read(follower, '?cursor=start'))).toEqual(ids.slice(4, 6))
    const [status, problem] = await rejected(follower, `?cursor=${behind(0)}`)
    expect([status, problem]).toEqual([
      410,
      {
        code: 'GONE',
        message: expect.stringContaining('3 rows'),
        cursor: behind(3),
        missed: 3,
        requestId: expect.any(String),
      },
    ])
    // What is before a gap comes first; then the gap; then what is behind it.
    const before = await read(follower, `?cursor=${problem.cursor}`)
    expect([idsOf(before), before.hasMore]).toEqual([ids.slice(4, 6), true])
    const [, inBetween] = await rejected(follower, `?cursor=${before.cursor}`)
    expect(inBetween).toMatchObject({ cursor: behind(6), missed: 1 })
    expect(idsOf(await read(follower, `?cursor=${inBetween.cursor}`))).toEqual(ids.slice(7))
    // A cursor behind a row that was deleted itself is as good as any.
    expect(idsOf(await read(follower, `?cursor=${behind(6)}`))).toEqual(ids.slice(7))
  })

  it('says so where all that came since was deleted', async () => {
    const { cursor } = await read(follower)
    await deleteRows(...(await record(3)))
    const [status, problem] = await rejected(follower, `?cursor=${cursor}`)
    expect([status, problem.missed]).toEqual([410, 3])
    expect(await read(follower, `?cursor=${problem.cursor}`)).toMatchObject({ results: [], hasMore: false })
    const ids = await record(1)
    expect(idsOf(await read(follower, `?cursor=${problem.cursor}`))).toEqual(ids)
    expect(idsOf(await read(follower, '?cursor=start'))).toEqual(ids)
  })

  it('says so where the cursor is of a later time than the database, which was restored from a backup', async () => {
    const ids = await record(3)
    const [status, problem] = await rejected(follower, '?cursor=1000')
    expect([status, problem]).toMatchObject([410, { code: 'GONE', missed: null }])
    expect(idsOf(await read(follower, `?cursor=${problem.cursor}`))).toEqual(ids)
  })

  it('begins with what was recorded before rows had numbers, and misses none of it', async () => {
    const old = await recordUnnumbered(5)
    const ids = await record(3)
    const first = await read(follower, '?cursor=start&limit=3')
    expect([idsOf(first), first.hasMore]).toEqual([old.slice(0, 3), true])
    const second = await read(follower, `?cursor=${first.cursor}&limit=3`)
    expect([idsOf(second), second.hasMore]).toEqual([old.slice(3), true])
    expect(idsOf(await read(follower, `?cursor=${second.cursor}`))).toEqual(ids)
    await deleteRows(...old.slice(0, 4))
    const [status, problem] = await rejected(follower, `?cursor=${first.cursor}`)
    expect([status, problem.missed]).toEqual([410, null])
    expect(idsOf(await read(follower, `?cursor=${problem.cursor}`))).toEqual(old.slice(4))
    await deleteRows(...old, ids[0] ?? '')
    const [, afterwards] = await rejected(follower, `?cursor=${problem.cursor}`)
    expect(afterwards.missed).toBe(1)
    expect(idsOf(await read(follower, `?cursor=${afterwards.cursor}`))).toEqual(ids.slice(1))
  })

  it('what is no cursor, limit or time to wait is rejected', async () => {
    for (const query of ['cursor=x', 'cursor=-1', 'limit=0', 'limit=101', 'wait=26', 'wait=-1', 'after=1']) {
      const [status, { code }] = await rejected(follower, `?${query}`)
      expect([query, status, code]).toEqual([query, 400, 'MALFORMED'])
    }
  })

  it('is read by members and their tokens, and is not there for others', async () => {
    await record(2)
    const [viewer, editor, stranger] = [await signUp('Vera'), await signUp('Ed'), await signUp('Stranger')]
    await joinAs(test, ada, viewer, 'VIEWER')
    await joinAs(test, ada, editor, 'EDITOR')
    const path = `/${what}/${id}/executions/follow?cursor=start`
    const statuses = []
    for (const asker of [ada, viewer, editor, stranger, test]) statuses.push((await get(asker, path)).statusCode)
    expect(statuses).toEqual([200, 200, 200, 404, 401])
    const others = { ...follower, token: (await makeToken(stranger, 'WRITE')).token }
    expect((await rejected(others))[0]).toBe(404)
    expect((await rejected({ ...follower, token: 'kw_unknown' }))[0]).toBe(401)
    expect((await rejected({ ...follower, of: `${what}/01890000-0000-7000-8000-000000000000` }))[0]).toBe(404)
  })

  it('an answer has no more than a mebibyte of bodies, but for a row that is larger', async () => {
    const big = Buffer.alloc(700_000, 'x')
    const ids: string[] = []
    for (let n = 0; n < 3; n += 1)
      if (what === 'receivers') ids.push(...(await insertReceived(test, id, 1, { requestBody: big })))
      else {
        const task = { taskId: id, accountId: ada.accountId }
        ids.push(await insertRun(test, task, { status: 'SUCCEEDED', statusCode: 200, details: { responseBody: big } }))
      }
    let cursor = 'start'
    for (const [n, rowId] of ids.entries()) {
      const part = await read(follower, `?cursor=${cursor}`)
      expect([idsOf(part), part.hasMore]).toEqual([[rowId], n < 2])
      cursor = part.cursor
    }
  })
})

describe('the secret headers of a receiver’s requests', () => {
  let ada: TestUser
  let id: string
  beforeEach(async () => {
    ada = await signUp('Ada')
    id = (await makeReceiver(ada)).id
    const headers = [
      ['Authorization', 'Bearer open-sesame'],
      ['X-Plain', 'seen'],
    ] as const
    const requestHeaders = encryptSecretHeaders(headers, test.context.secrets)
    await insertReceived(test, id, 1, { requestHeaders })
  })
  const followerWith = async (asker: TestUser, scope: 'READ' | 'WRITE'): Promise<Follower> => ({
    origin,
    token: (await makeToken(asker, scope)).token,
    of: `receivers/${id}`,
  })
  const headersOf = async (follower: Follower, query: string) =>
    (await read<{ requestHeaders: unknown }>(follower, query)).results.map(({ requestHeaders }) => requestHeaders)

  it('are masked, but for a token that may write and asks for them', async () => {
    const masked = [
      ['Authorization', '********'],
      ['X-Plain', 'seen'],
    ]
    const [reader, writer] = [await followerWith(ada, 'READ'), await followerWith(ada, 'WRITE')]
    expect(await headersOf(reader, '?cursor=start')).toEqual([masked])
    expect(await headersOf(writer, '?cursor=start')).toEqual([masked])
    expect(await headersOf(writer, '?cursor=start&reveal=headers')).toEqual([
      [
        ['Authorization', 'Bearer open-sesame'],
        ['X-Plain', 'seen'],
      ],
    ])
    for (const query of ['?cursor=start&reveal=headers', '?cursor=now&reveal=headers']) {
      const [status, problem] = await rejected(reader, query)
      expect([status, problem.code]).toEqual([403, 'FORBIDDEN'])
    }
    const viewer = await signUp('Vera')
    await joinAs(test, ada, viewer, 'VIEWER')
    expect((await get(viewer, `/receivers/${id}/executions/follow?reveal=headers`)).statusCode).toBe(403)
  })

  it('are noted in the audit log once an hour where they are revealed, though a program asks again and again', async () => {
    const writer = await followerWith(ada, 'WRITE')
    const noted = async () =>
      (
        await test.pool.query(
          `select from audit_events where action = 'receiver.headers_revealed' and object_id = $1 and token_id is not null`,
          [id],
        )
      ).rowCount
    for (let n = 0; n < 3; n += 1) await read(writer, '?cursor=start&reveal=headers')
    expect(await noted()).toBe(1)
    test.clock.advance(3_600_001)
    await read(writer, '?cursor=start&reveal=headers')
    expect(await noted()).toBe(2)
  })
})

describe('the forwards of a request', () => {
  let ada: TestUser
  let path: string
  let receiverId: string
  beforeEach(async () => {
    ada = await signUp('Ada')
    receiverId = (await makeReceiver(ada)).id
    const [requestId = ''] = await insertReceived(test, receiverId, 1)
    path = `/receivers/${receiverId}/executions/${requestId}`
  })
  const report = {
    target: 'http://localhost:3000/hook',
    startedAt: '2026-11-29T07:00:00.000Z',
    durationMs: 12,
    status: 200,
    error: null,
  }
  const shown = async () => (await get(ada, path)).json<ReceivedRequestWithPage>().forwards

  it('are what a machine reports, shown with the request, the last first', async () => {
    expect(await shown()).toEqual([])
    const answer = await post(ada, `${path}/forwards`, report)
    expect([answer.statusCode, answer.json()]).toEqual([201, { ...report, id: expect.any(String) }])
    const failed = { ...report, status: null, error: 'connect ECONNREFUSED' }
    test.clock.advance(1)
    await post(ada, `${path}/forwards`, failed)
    expect(await shown()).toMatchObject([failed, report])
  })

  it('have no user and password of their target, and only what makes sense', async () => {
    await post(ada, `${path}/forwards`, { ...report, target: 'http://ada:secret@localhost:3000/hook' })
    expect(await shown()).toMatchObject([{ target: 'http://localhost:3000/hook' }])
    const wrong = [
      { target: 'javascript:alert(1)' },
      { target: 'localhost:3000' },
      { target: `http://localhost/${'x'.repeat(500)}` },
      { status: null },
      { error: 'Both.' },
      { status: 99 },
      { durationMs: -1 },
      { startedAt: 'yesterday' },
    ]
    for (const changes of wrong) {
      const { statusCode } = await post(ada, `${path}/forwards`, { ...report, ...changes })
      expect([changes, statusCode]).toEqual([changes, 400])
    }
  })

  it('are kept ten to a request, the newest', async () => {
    for (let n = 0; n < 13; n += 1) {
      test.clock.advance(1)
      await post(ada, `${path}/forwards`, { ...report, durationMs: n })
    }
    expect((await shown())?.map(({ durationMs }) => durationMs)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
    const { rowCount } = await test.pool.query('select from request_forwards where receiver_id = $1', [receiverId])
    expect(rowCount).toBe(10)
  })

  it('go with their request', async () => {
    await post(ada, `${path}/forwards`, report)
    await remove(ada, path)
    const { rowCount } = await test.pool.query('select from request_forwards where receiver_id = $1', [receiverId])
    expect(rowCount).toBe(0)
    expect((await post(ada, `${path}/forwards`, report)).statusCode).toBe(404)
  })
})
