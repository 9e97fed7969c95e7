import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { completions, executions } from '@knockwire/db/schema/executions'
import { ingressPresence, receivedRequests } from '@knockwire/db/schema/receivers'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { ExecutionStatus } from '@knockwire/domain/executions/execution'
import { createCompletionTokens } from '@knockwire/services/secrets/completion-token'
import { retryAllowanceMs } from '@knockwire/domain/heartbeats/absence'
import { eq, gt } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testSettings } from '../testing/test-settings.ts'
import { createTestIngress, type TestIngress } from '../testing/test-ingress.ts'

let ingress: TestIngress
let origin: string
beforeAll(async () => {
  ingress = await createTestIngress()
  origin = new URL(ingress.urlOf(await ingress.insertReceiver())).origin
})
afterAll(() => ingress.close())

/** An execution of some task; `inSeconds`: until when it waits, where its response is recorded. */
const insert = async (status: ExecutionStatus, inSeconds: number | null = null) => {
  const [id, now] = [uuidv7(), new Date()]
  const owner = { taskId: uuidv7(), accountId: uuidv7() }
  const { db } = ingress.test
  await db.insert(executions).values({ id, ...owner, trigger: 'TEST', status, scheduledFor: now, createdAt: now })
  if (inSeconds !== null) {
    const deadlineAt = new Date(Date.now() + inSeconds * 1000)
    await db.insert(completions).values({ executionId: id, ...owner, deadlineAt, checkAt: deadlineAt })
  }
  return id
}
const rowOf = async (id: string) => {
  const [row] = await ingress.test.db.select().from(completions).where(eq(completions.executionId, id))
  return row
}
/** A completion waits for a row that a test has locked. */
const untilBlocked = async () => {
  const sql = `
    select from pg_stat_activity
    where wait_event_type = 'Lock' and query like '%into completions%' and datname = current_database()`
  await expect.poll(async () => (await ingress.test.pool.query(sql)).rowCount).toBe(1)
}
const tokenOf = (id: string) => createCompletionTokens(testSettings('').keyring).issue(id)
const call = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`${origin}${path}`, init)
  return [response.status, await response.text()] as const
}

it('a completion is recorded once, with its body, and due at once; a second one is answered that the first counts', async () => {
  const id = await insert('WAITING', 60)
  const json = { 'content-type': 'application/json' }
  const first = await call(`/c/${tokenOf(id)}`, { method: 'POST', body: '{"rows":1}', headers: json })
  expect(first).toEqual([200, 'Completed.\n'])
  const row = await rowOf(id)
  expect(row).toMatchObject({ hasFailed: false, exitCode: null, contentType: 'application/json' })
  expect(Buffer.from(row?.body ?? '').toString()).toBe('{"rows":1}')
  expect(row?.checkAt).toEqual(row?.receivedAt)
  expect(await call(`/c/${tokenOf(id)}/fail`)).toEqual([
    200,
    'This execution was completed before. What was sent first counts.\n',
  ])
  expect(await rowOf(id)).toEqual(row)
  expect(await ingress.test.db.$count(receivedRequests)).toBe(0)
})

it.each([
  ['/fail', true, null],
  ['/3', true, 3],
  ['/0', false, 0],
  ['//fail', true, null],
  ['/-1', true, null],
  ['/256', true, null],
])('a completion at %s says that it failed: %s', async (suffix, hasFailed, exitCode) => {
  const id = await insert('WAITING', 60)
  expect((await call(`/c/${tokenOf(id)}${suffix}`))[0]).toBe(200)
  expect(await rowOf(id)).toMatchObject({ hasFailed, exitCode })
})

it.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
] as const)(
  'a body that comes with the encoding %s is recorded without it, as conditions read it',
  async (encoding, encode) => {
    const id = await insert('WAITING', 60)
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
    const sent = await call(`/c/${tokenOf(id)}`, { method: 'POST', body: encode('{"rows":12}'), headers })
    expect(sent[0]).toBe(200)
    const row = await rowOf(id)
    expect([Buffer.from(row?.body ?? '').toString(), row?.contentType]).toEqual(['{"rows":12}', 'application/json'])
  },
)

it('a body that decodes to more than 1 MiB is too large, and one that cannot be decoded is recorded as it came', async () => {
  const id = await insert('WAITING', 60)
  const headers = { 'content-encoding': 'gzip' }
  const large = gzipSync(Buffer.alloc(1_048_577))
  expect((await call(`/c/${tokenOf(id)}`, { method: 'POST', body: large, headers }))[0]).toBe(413)
  expect(await rowOf(id)).toMatchObject({ receivedAt: null })
  expect((await call(`/c/${tokenOf(id)}`, { method: 'POST', body: 'plain', headers }))[0]).toBe(200)
  expect(Buffer.from((await rowOf(id))?.body ?? '').toString()).toBe('plain')
})

it.each([
  ['HEAD', {}],
  ['GET', { 'sec-purpose': 'prefetch;prerender' }],
  ['GET', { purpose: 'prefetch' }],
  ['GET', { 'x-purpose': 'preview' }],
  ['GET', { 'x-moz': 'prefetch' }],
])('a %s with %o looks at the address of a message that has it, and completes nothing', async (method, headers) => {
  const id = await insert('WAITING', 60)
  const before = await rowOf(id)
  expect((await call(`/c/${tokenOf(id)}`, { method, headers: { ...headers } }))[0]).toBe(200)
  expect(await rowOf(id)).toEqual(before)
  expect(await call(`/c/${tokenOf(id)}`)).toEqual([200, 'Completed.\n'])
})

it('a completion that arrives before the response is kept until that is recorded; a start or a log line completes nothing', async () => {
  const id = await insert('RUNNING')
  await call(`/c/${tokenOf(id)}/start`)
  expect(await rowOf(id)).toBeUndefined()
  expect((await call(`/c/${tokenOf(id)}`))[0]).toBe(200)
  expect(await rowOf(id)).toMatchObject({ hasFailed: false, checkAt: null, deadlineAt: null })
})

it.each([
  ['its response did not accept the work', { status: 'SUCCEEDED', statusCode: 500 }, 410],
  ['there was no response', { status: 'FAILED', errorCode: 'TIMEOUT' }, 410],
  ['it was completed before', { status: 'SUCCEEDED', statusCode: 202 }, 200],
  ['it was completed before as failed', { status: 'FAILED', statusCode: 202, errorCode: 'COMPLETION_FAILED' }, 200],
  ['its time was over', { status: 'FAILED', statusCode: 202, errorCode: 'NOT_COMPLETED' }, 410],
] as const)('of an execution that has ended is told that %s', async (_why, ended, statusCode) => {
  const id = await insert('RUNNING')
  await ingress.test.db.update(executions).set(ended).where(eq(executions.id, id))
  const [status, said] = await call(`/c/${tokenOf(id)}`)
  expect(status).toBe(statusCode)
  expect(said.includes('completed before')).toBe(statusCode === 200)
  expect(await rowOf(id)).toBeUndefined()
})

it('a completion after its deadline changes nothing, and its answer says so', async () => {
  const id = await insert('WAITING', -1)
  const before = await rowOf(id)
  expect((await call(`/c/${tokenOf(id)}`))[0]).toBe(410)
  expect(await rowOf(id)).toEqual(before)
})

it('after a deadline at which it could not have reached us it counts, for as long as that was and some time to try again', async () => {
  const { db } = ingress.test
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)
  const waiting = async (startedAgo: number, deadlineAgo: number) => {
    const id = await insert('WAITING', -deadlineAgo)
    await db
      .update(executions)
      .set({ startedAt: ago(startedAgo) })
      .where(eq(executions.id, id))
    return id
  }
  // This ingress was away for thirty seconds, and is there since half a minute ago.
  await db.insert(ingressPresence).values({ id: uuidv7(), fromAt: ago(5000), untilAt: ago(50), seenAt: ago(60) })
  await db
    .update(ingressPresence)
    .set({ fromAt: ago(30) })
    .where(gt(ingressPresence.untilAt, new Date()))
  const [inTime, tooLate, before] = [
    await waiting(100, 20),
    await waiting(100, 45 + retryAllowanceMs / 1000),
    await waiting(25, 1),
  ]
  expect((await call(`/c/${tokenOf(inTime)}`))[0]).toBe(200)
  const row = await rowOf(inTime)
  expect(row).toMatchObject({ hasFailed: false, checkAt: row?.receivedAt })
  for (const id of [tooLate, before]) {
    expect((await call(`/c/${tokenOf(id)}`))[0]).toBe(410)
    expect(await rowOf(id)).toMatchObject({ receivedAt: null })
  }
})

it('one that arrives while its execution is being ended for want of it is too late, and its answer says so', async () => {
  const id = await insert('WAITING', 60)
  const { pool } = ingress.test
  const executor = await pool.connect()
  await executor.query('begin')
  await executor.query('delete from completions where execution_id = $1', [id])
  await executor.query(`update executions set status = 'FAILED', error_code = 'NOT_COMPLETED' where id = $1`, [id])
  const called = call(`/c/${tokenOf(id)}`)
  await untilBlocked()
  await executor.query('commit')
  executor.release()
  expect((await called)[0]).toBe(410)
  expect(await rowOf(id)).toBeUndefined()
})

it('one that arrives while the response is being recorded, and after its time, is too late', async () => {
  const id = await insert('RUNNING')
  const { pool } = ingress.test
  const executor = await pool.connect()
  await executor.query('begin')
  await executor.query(`update executions set status = 'WAITING' where id = $1`, [id])
  await executor.query(
    `insert into completions (execution_id, task_id, account_id, deadline_at, check_at)
     select id, task_id, account_id, now() - interval '1 s', now() - interval '1 s' from executions where id = $1`,
    [id],
  )
  const called = call(`/c/${tokenOf(id)}`)
  await untilBlocked()
  await executor.query('commit')
  executor.release()
  expect((await called)[0]).toBe(410)
  expect(await rowOf(id)).toMatchObject({ receivedAt: null })
})

it('who guesses an address gets one response, whether the execution exists or not', async () => {
  const id = await insert('WAITING', 60)
  const unknown = await call(`/c/${tokenOf(uuidv7())}`)
  expect(unknown[0]).toBe(404)
  const [keyId, , signature] = tokenOf(uuidv7()).split('.')
  for (const guess of [`${keyId}.${id.replaceAll('-', '')}.${signature}`, id, 'x', `${tokenOf(id)}x`])
    expect(await call(`/c/${guess}`)).toEqual(unknown)
  expect(await rowOf(id)).toMatchObject({ receivedAt: null })
})

it('who guesses addresses of completions may so for a while only, and who has one may use it meanwhile', async () => {
  const own = await createTestIngress({ sharing: ingress })
  try {
    const guess = async () => (await fetch(`http://127.0.0.1:${own.port}/c/none.of.ours`)).status
    const statuses: number[] = []
    for (let n = 0; n < 62; n += 1) statuses.push(await guess())
    expect(statuses).toEqual([...Array<number>(60).fill(404), 429, 429])
    const id = await insert('WAITING', 60)
    expect((await fetch(`http://127.0.0.1:${own.port}/c/${tokenOf(id)}`)).status).toBe(200)
  } finally {
    await own.close()
  }
})
