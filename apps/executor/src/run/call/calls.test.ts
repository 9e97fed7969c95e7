import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { deleteTasks } from '@knockwire/services/tasks/delete-tasks'
import { insertQueued } from '@knockwire/db/testing/insert-queued'
import { executionDetails, executions } from '@knockwire/db/schema/executions'
import { decryptHeaders } from '@knockwire/services/secrets/stored-headers'
import { headerPairs } from '@knockwire/domain/headers/read-headers'
import type { StoredRequest } from '@knockwire/db/stored-json'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { historyOf, scheduleOf, untilEnded } from '../../testing/history.ts'
import { seedAccount, seedTask } from '../../testing/rows/seed.ts'
import { startTarget, type Target } from '../../testing/peers/target.ts'
import { startTestExecutor, testSecrets, useTestDatabase, type TestExecutor } from '../../testing/test-executor.ts'

const text = (bytes: Uint8Array | null | undefined) => Buffer.from(bytes ?? []).toString()

describe('calls', async () => {
  const { db, url, stopAfter } = await useTestDatabase()
  let target: Target
  let executor: TestExecutor
  let accountId: string

  beforeAll(async () => {
    target = await startTarget()
    stopAfter(target.close)
    accountId = (await seedAccount(db)).id
    executor = await startTestExecutor(url, { outbound: { timeoutMs: 1500, allowCidrs: ['127.0.0.1', '::1'] } })
    stopAfter(executor.stop)
  })

  /** Makes the request once, on its schedule, and gives what was recorded. */
  const run = async (uri: string, request: Partial<StoredRequest> = {}) => {
    const [execution] = await untilEnded(db, await seedTask(db, { accountId, uri, request }))
    if (!execution) throw new Error('Nothing was recorded.')
    return execution
  }

  describe('what is sent', () => {
    it('[RE-05] sends the headers of the user, the name of the product and the id of the execution', async () => {
      const execution = await run(`${target.origin}/headers`, {
        headers: [
          ['X-Team', 'red'],
          ['10', 'ten'],
          ['Accept', 'text/plain'],
          ['9', 'nine'],
          ['x-team', 'blue'],
        ],
      })
      const [call] = target.callsOf('/headers')
      expect(call?.headers).toMatchObject({
        'x-team': 'red, blue',
        accept: 'text/plain',
        'user-agent': expect.stringMatching(/^Knockwire\/\d+\.\d+/),
        'knockwire-execution-id': execution.id,
      })
      expect(execution.details?.request).toEqual({
        uri: `${target.origin}/headers`,
        method: 'GET',
        headers: headerPairs(call?.rawHeaders ?? []),
        body: null,
      })
      const written = ['X-Team', 'red', '10', 'ten', 'Accept', 'text/plain', '9', 'nine', 'x-team', 'blue']
      expect(call?.rawHeaders.slice(4, 14)).toEqual(written)
    })

    it('leaves the name and the id to the user who set them', async () => {
      await run(`${target.origin}/own`, {
        headers: [
          ['User-Agent', 'mine'],
          ['knockwire-execution-id', 'mine too'],
        ],
      })
      expect(target.callsOf('/own')[0]?.headers).toMatchObject({
        'user-agent': 'mine',
        'knockwire-execution-id': 'mine too',
      })
    })

    it.each(['POST', 'PUT', 'PATCH'] as const)('[RE-09] sends the body with %s', async (method) => {
      const execution = await run(`${target.origin}/${method}`, { method, body: '{"a":1}' })
      expect(target.callsOf(`/${method}`)).toMatchObject([{ method, body: '{"a":1}' }])
      expect(execution.details?.request?.body).toBe('{"a":1}')
    })

    it.each(['GET', 'DELETE', 'OPTIONS', 'HEAD'] as const)('[RE-09] sends no body with %s', async (method) => {
      const execution = await run(`${target.origin}/${method}`, { method, body: '{"a":1}' })
      expect(target.callsOf(`/${method}`)).toMatchObject([{ method, body: '' }])
      expect(execution.details?.request?.body).toBeNull()
    })

    it('[RE-10, RE-11, RE-12] sends what is encrypted, and shows it to nobody', async () => {
      const execution = await run(`${target.origin}/secret`, {
        headers: [['X-Api-Key', testSecrets.encrypt('key-of-the-tests')]],
        basicAuth: { status: 'ENABLED', username: 'ada', password: testSecrets.encrypt('lovelace') },
      })
      expect(target.callsOf('/secret')[0]?.headers).toMatchObject({
        'x-api-key': 'key-of-the-tests',
        authorization: `Basic ${Buffer.from('ada:lovelace').toString('base64')}`,
      })
      const masks = [
        ['X-Api-Key', '********'],
        ['Authorization', 'Basic ********'],
      ]
      expect(execution.details?.request?.headers).toEqual(expect.arrayContaining(masks))
      const [{ dump } = { dump: '' }] = (
        await db.execute<{ dump: string }>(sql`select string_agg(d::text, '') as dump from execution_details d`)
      ).rows
      expect(dump).not.toMatch(/key-of-the-tests|lovelace|YWRhOmxvdmVsYWNl/)
    })

    it('[RE-10] sends no credentials where basic authentication is off', async () => {
      await run(`${target.origin}/open`, {
        basicAuth: { status: 'DISABLED', username: 'ada', password: testSecrets.encrypt('lovelace') },
      })
      expect(target.callsOf('/open')[0]?.headers).not.toHaveProperty('authorization')
    })

    it('[RE-13] follows redirects where it may, and keeps the first answer where it may not', async () => {
      target.on('/from', ({ response }) => void response.writeHead(302, { location: '/to' }).end())
      const followed = await run(`${target.origin}/from`, { followRedirect: true })
      expect(followed).toMatchObject({ statusCode: 200, details: { redirects: 1, finalUri: `${target.origin}/to` } })
      const kept = await run(`${target.origin}/from`, { followRedirect: false })
      expect(kept).toMatchObject({ statusCode: 302, details: { redirects: 0, finalUri: `${target.origin}/from` } })
    })
  })

  describe('what comes back', () => {
    it('[TH-01, TH-42] records code, headers, body and times', async () => {
      target.on('/answer', ({ response }) => {
        response
          .writeHead(201, [
            'content-type',
            'text/plain; charset=utf-8',
            '10',
            'ten',
            'set-cookie',
            'a=1',
            'set-cookie',
            'b=2',
          ])
          .end('grüß')
      })
      const execution = await run(`${target.origin}/answer`)
      expect(execution).toMatchObject({ status: 'SUCCEEDED', statusCode: 201, errorCode: null, trigger: 'SCHEDULE' })
      expect(text(execution.details?.responseBody)).toBe('grüß')
      expect(decryptHeaders(execution.details?.responseHeaders ?? [], testSecrets).slice(0, 4)).toEqual([
        ['content-type', 'text/plain; charset=utf-8'],
        ['10', 'ten'],
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2'],
      ])
      expect(JSON.stringify(execution.details?.responseHeaders)).not.toMatch(/a=1|b=2/)
      expect(execution.responseTimeMs).toBeGreaterThan(0)
      expect(execution.details?.timing?.totalMs).toBe(execution.responseTimeMs)
      expect(execution.createdAt.getTime()).toBeLessThanOrEqual(execution.startedAt?.getTime() ?? 0)
    })

    it('takes an error status for an answer like any other', async () => {
      target.on('/500', ({ response }) => void response.writeHead(500).end('down'))
      expect(await run(`${target.origin}/500`)).toMatchObject({ status: 'SUCCEEDED', statusCode: 500 })
    })

    it('keeps a binary body byte for byte, among others of the same group', async () => {
      const bodies = Array.from({ length: 8 }, (_, index) => randomBytes(index * 1000))
      const runs = bodies.map((body, index) => {
        target.on(`/binary/${index}`, ({ response }) => void response.end(body))
        return run(`${target.origin}/binary/${index}`)
      })
      for (const [index, execution] of (await Promise.all(runs)).entries())
        expect(Buffer.from(execution.details?.responseBody ?? [])).toEqual(bodies[index])
    })

    it('keeps a mebibyte of a larger body, after decompression, and the call has succeeded', async () => {
      const zipped = gzipSync(Buffer.alloc(3 * 1_048_576, 'x'))
      target.on('/large', ({ response }) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(zipped))
      const execution = await run(`${target.origin}/large`)
      expect(execution).toMatchObject({ status: 'SUCCEEDED', details: { isTruncated: true } })
      expect(execution.details?.responseBody).toHaveLength(1_048_576)
    })

    it('records what a text column could not hold', async () => {
      target.on('/zeros', ({ response }) => void response.end('a\0b'))
      const execution = await run(`${target.origin}/zeros`)
      expect(text(execution.details?.responseBody)).toBe('a\0b')
    })
  })

  describe('around a call', () => {
    it('[TD-18] makes a test run once and changes nothing of the schedule', async () => {
      const schedule = { status: 'DISABLED' as const, dueAt: null, consecutiveFailures: 2 }
      const taskId = await seedTask(db, { accountId, uri: `${target.origin}/test`, schedule, isDraft: true })
      await db.transaction(async (tx) => {
        const test = { taskId, accountId, trigger: 'TEST', scheduledFor: new Date() } as const
        const executionIds = await insertQueued(tx, [test])
        await executor.context.queue.send(tx, 'run', [{ executionIds }])
      })
      expect(await untilEnded(db, taskId)).toMatchObject([{ trigger: 'TEST', status: 'SUCCEEDED' }])
      expect(await scheduleOf(db, taskId)).toMatchObject({ ...schedule, executionsTotal: 1, inFlightExecutionId: null })
    })

    it('leaves nothing of a run whose task is deleted meanwhile', async () => {
      let release = () => {}
      target.on('/deleted', ({ response }) => (release = () => void response.end()))
      const taskId = await seedTask(db, { accountId, uri: `${target.origin}/deleted` })
      await expect.poll(() => target.callsOf('/deleted').length).toBe(1)
      const [execution] = await historyOf(db, taskId)
      await db.transaction((tx) => deleteTasks(tx, [taskId]))
      release()
      const depth = () => executor.context.queue.depth('run')
      await expect.poll(depth).toEqual({ waiting: 0, inFlight: 0 })
      expect(await db.select().from(executions).where(eq(executions.taskId, taskId))).toEqual([])
      expect(
        await db
          .select()
          .from(executionDetails)
          .where(eq(executionDetails.executionId, execution?.id ?? '')),
      ).toEqual([])
    })

    it('goes on where a secret cannot be opened, and says so', async () => {
      const encrypted = { ...testSecrets.encrypt('x'), k: 'lost' }
      const execution = await run(`${target.origin}/lost`, { headers: [['X-Api-Key', encrypted]] })
      expect(execution).toMatchObject({ status: 'FAILED', errorCode: 'INTERNAL' })
      expect(target.callsOf('/lost')).toEqual([])
    })
  })

  it('met no error of its own in all of this', () => {
    expect(executor.errors).toEqual([])
  })
})
