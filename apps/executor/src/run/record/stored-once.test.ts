import { executionDetails, sentRequests } from '@knockwire/db/schema/executions'
import { tasks } from '@knockwire/db/schema/tasks'
import { requestOfExecution } from '@knockwire/services/executions/sent-request'
import type { StoredHeaders } from '@knockwire/db/stored-json'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { untilEnded } from '../../testing/history.ts'
import { runNow } from '../../testing/run-now.ts'
import { seedAccount, seedTask } from '../../testing/rows/seed.ts'
import { startTarget, type Target } from '../../testing/peers/target.ts'
import { startTestExecutor, testSecrets, useTestDatabase } from '../../testing/test-executor.ts'

describe('long requests', async () => {
  const { db, url, stopAfter } = await useTestDatabase()
  let target: Target
  let accountId: string

  beforeAll(async () => {
    target = await startTarget()
    stopAfter(target.close)
    accountId = (await seedAccount(db)).id
    stopAfter((await startTestExecutor(url)).stop)
  })

  const body = 'long '.repeat(50_000)
  const headers: StoredHeaders = [
    ['X-Team', 'red'],
    ['X-Api-Key', testSecrets.encrypt('key-of-the-tests')],
  ]
  const taskWith = (request: object) =>
    seedTask(db, { accountId, uri: `${target.origin}/sink`, request: { method: 'PUT', headers, body, ...request } })
  const storedOf = (taskId: string) => db.select().from(sentRequests).where(eq(sentRequests.taskId, taskId))
  const bytesOf = async (table: typeof executionDetails, executionId: string) => {
    const { rows } = await db.execute<{ bytes: number }>(
      sql`select octet_length(d::text)::int as bytes from ${table} d where execution_id = ${executionId}`,
    )
    return rows[0]?.bytes
  }

  it('stores a request that several executions sent unchanged once, and knows what each of them sent', async () => {
    const taskId = await taskWith({})
    await untilEnded(db, taskId)
    await runNow(db, taskId)
    const history = await untilEnded(db, taskId, 2)
    const [stored, ...others] = await storedOf(taskId)
    expect(others).toEqual([])
    for (const { id, details } of history) {
      expect(details).toMatchObject({ request: null, requestHash: stored?.hash })
      expect(stored && requestOfExecution(stored.request, id)).toEqual({
        uri: `${target.origin}/sink`,
        method: 'PUT',
        headers: [
          ['host', new URL(target.origin).host],
          ['connection', 'keep-alive'],
          ['X-Team', 'red'],
          ['X-Api-Key', '********'],
          ['Knockwire-Execution-Id', id],
          ['User-Agent', expect.stringMatching(/^Knockwire/)],
          ['content-length', String(body.length)],
        ],
        body,
      })
      expect(await bytesOf(executionDetails, id)).toBeLessThan(1000)
    }
    expect(target.callsOf('/sink').map((call) => call.body)).toEqual([body, body])
  })

  it('stores an edited request beside the one that earlier executions sent', async () => {
    const taskId = await taskWith({})
    const [first] = await untilEnded(db, taskId)
    await db
      .update(tasks)
      .set({ request: sql`jsonb_set(request, '{body}', to_jsonb(${`${body}!`}::text))` })
      .where(eq(tasks.id, taskId))
    await runNow(db, taskId)
    const [, second] = await untilEnded(db, taskId, 2)
    const bodies = new Map((await storedOf(taskId)).map(({ hash, request }) => [hash, request.body]))
    expect(bodies.get(first?.details?.requestHash ?? '')).toBe(body)
    expect(bodies.get(second?.details?.requestHash ?? '')).toBe(`${body}!`)
  })

  it('keeps a short request with its execution', async () => {
    const taskId = await taskWith({ body: 'short' })
    const [execution] = await untilEnded(db, taskId)
    expect(execution?.details).toMatchObject({ requestHash: null, request: { body: 'short' } })
    expect(await storedOf(taskId)).toEqual([])
  })
})
