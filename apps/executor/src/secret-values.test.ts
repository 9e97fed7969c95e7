import { accountSecrets } from '@knockwire/db/schema/projects'
import { deliveries } from '@knockwire/db/schema/notifications'
import type { StoredRequest } from '@knockwire/db/stored-json'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { defaultRequestTarget } from '@knockwire/domain/requests/request-rules'
import type { RequestTargetInput } from '@knockwire/domain/requests/request-target'
import { encryptRequest } from '@knockwire/services/requests/stored-request'
import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { untilEnded } from './testing/history.ts'
import { callTo, seedAccount, seedTask } from './testing/rows/seed.ts'
import { seedDelivery, untilDone } from './testing/rows/seed-delivery.ts'
import { startTarget, type Target } from './testing/peers/target.ts'
import {
  startTestDeliveries,
  startTestExecutor,
  testSecrets,
  useTestDatabase,
  type TestExecutor,
} from './testing/test-executor.ts'

const { db, url, stopAfter } = await useTestDatabase()
let target: Target
let executor: TestExecutor
let workers: Awaited<ReturnType<typeof startTestDeliveries>>
let accountId: string
beforeAll(async () => {
  target = await startTarget()
  stopAfter(target.close)
  accountId = (await seedAccount(db)).id
  executor = await startTestExecutor(url)
  stopAfter(executor.stop)
  workers = await startTestDeliveries(url)
  stopAfter(() => workers.stop())
})

const store = async (name: string, value: string, owner = accountId) => {
  await db.delete(accountSecrets).where(and(eq(accountSecrets.accountId, owner), eq(accountSecrets.name, name)))
  const now = new Date()
  await db
    .insert(accountSecrets)
    .values({ id: uuidv7(), accountId: owner, name, value: testSecrets.encrypt(value), createdAt: now, updatedAt: now })
}

const storedRequest = (changes: Partial<RequestTargetInput>): StoredRequest =>
  encryptRequest(testSecrets, { ...defaultRequestTarget, ...changes }, null)

const run = async (changes: Partial<RequestTargetInput>) => {
  const request = storedRequest(changes)
  const [execution] = await untilEnded(db, await seedTask(db, { accountId, uri: request.uri, request }))
  return execution ?? expect.fail('Nothing was recorded.')
}

const value = 'k/ey & "quoted"'

describe('a run', () => {
  it('is sent with secrets in each of its parts, and recorded without one', async () => {
    await store('KEY', value)
    target.on(`/a%20b?k=${encodeURIComponent(value)}`, ({ response, headers, body }) => {
      response.setHeader('X-Echo', String(headers['x-key']))
      response.end(`got ${body} and ${JSON.stringify({ key: headers['x-key'] })}`)
    })
    const execution = await run({
      uri: `${target.origin}/a%20b?k=\${secret:KEY}`,
      method: 'POST',
      headers: [
        ['X-Key', '${secret:KEY}'],
        ['Authorization', 'Bearer ${secret:KEY}'],
        ['X-Text', '$${secret:KEY}'],
      ],
      body: 'key=${secret:KEY};',
    })
    const call = target.calls.at(-1)
    expect(call).toMatchObject({
      path: `/a%20b?k=${encodeURIComponent(value)}`,
      headers: { 'x-key': value, authorization: `Bearer ${value}`, 'x-text': '${secret:KEY}' },
      body: `key=${value};`,
    })
    expect(execution).toMatchObject({ status: 'SUCCEEDED', statusCode: 200 })
    const { rows } = await executor.context.database.pool.query(
      `select d::text as details, s::text as sent from execution_details d left join sent_requests s on s.task_id = $2
       where d.execution_id = $1`,
      [execution.id, execution.taskId],
    )
    const recorded = JSON.stringify([execution, rows, Buffer.from(execution.details?.responseBody ?? []).toString()])
    expect(recorded).not.toContain('k/ey')
    expect(recorded).not.toContain(encodeURIComponent(value))
    expect(Buffer.from(execution.details?.responseBody ?? []).toString()).toBe(
      'got key=********; and {"key":"********"}',
    )
    expect(recorded).toContain('${secret:KEY}')
  })

  it('whose password is a secret is sent with it, and a response that repeats the credentials is masked', async () => {
    await store('PASSWORD', 'correct horse')
    target.on('/basic', ({ response, headers }) => response.end(headers.authorization))
    const basicAuth = { status: 'ENABLED', username: 'cron', password: '${secret:PASSWORD}' } as const
    const execution = await run({ uri: `${target.origin}/basic`, basicAuth })
    const encoded = Buffer.from('cron:correct horse').toString('base64')
    expect(target.callsOf('/basic')[0]?.headers.authorization).toBe(`Basic ${encoded}`)
    expect(Buffer.from(execution.details?.responseBody ?? []).toString()).toBe('Basic ********')
  })

  it('that follows a redirect to an address with the secret is recorded without it', async () => {
    await store('MOVED', 'moved-secret')
    target.on('/to?t=moved-secret', ({ response }) =>
      response.writeHead(302, { location: '/end?t=moved-secret' }).end(),
    )
    const execution = await run({ uri: `${target.origin}/to?t=\${secret:MOVED}` })
    expect(target.callsOf('/end?t=moved-secret')).toHaveLength(1)
    expect(JSON.stringify(execution)).not.toContain('moved-secret')
  })

  it.each([
    ['whose scheme cannot be called', 'ftp://away.example/'],
    ['that is no URL', 'http://[away'],
    ['that nothing answers', 'http://127.0.0.1:1/'],
  ])(
    'that is redirected to an address %s, long enough to be cut within the secret, quotes nothing of it',
    async (_, to) => {
      const secret = 'squirrel-of-the-cut-0123456789'
      await store('CUT', secret)
      // Messages quote 200 characters of an address.
      for (const shown of [4, 15, 29]) {
        const path = `/cut-${to.length}-${shown}`
        const location = to + 'x'.repeat(200 - to.length - shown) + secret
        target.on(path, ({ response }) => response.writeHead(302, { location }).end())
        const headers: [string, string][] = [['X-Key', '${secret:CUT}']]
        const execution = await run({ uri: target.origin + path, headers })
        expect(execution).toMatchObject({ status: 'FAILED', details: { errorMessage: expect.stringContaining('xxx') } })
        expect(execution.details?.errorMessage).not.toContain(secret.slice(0, 4))
        expect(JSON.stringify(execution)).not.toContain(secret)
      }
    },
  )

  it.each([
    ['there is none by that name', 'MISSING', null, 'There is no secret MISSING, which this request refers to.'],
    ['it cannot stand in a header', 'LINES', 'one\ntwo', 'holds a line break'],
  ])('fails with a plain reason, and is not sent, where %s', async (_, name, stored, reason) => {
    if (stored !== null) await store(name, stored)
    const path = `/${name.toLowerCase()}`
    const execution = await run({ uri: target.origin + path, headers: [['X-Key', `\${secret:${name}}`]] })
    expect(execution).toMatchObject({ status: 'FAILED', errorCode: 'UNUSABLE_SECRET' })
    expect(JSON.stringify(execution)).toContain(reason)
    expect(target.callsOf(path)).toEqual([])
  })

  it('is sent with the newest value, and never with that of another account', async () => {
    const other = (await seedAccount(db)).id
    await store('TURN', 'of-another', other)
    await store('TURN', 'first')
    await run({ uri: `${target.origin}/turn?\${secret:TURN}` })
    await store('TURN', 'second')
    await run({ uri: `${target.origin}/turn?\${secret:TURN}` })
    const paths = target.calls.map(({ path }) => path).filter((path) => path.startsWith('/turn'))
    expect(paths).toEqual(['/turn?first', '/turn?second'])
  })
})

describe('an HTTP notification', () => {
  const deliver = async (changes: Partial<RequestTargetInput>, body = 'fine') => {
    const setting = callTo(changes.uri ?? '', storedRequest({ method: 'POST', ...changes }))
    const id = await seedDelivery(workers, { accountId, setting, body })
    return untilDone(db, id)
  }

  it('is sent with secrets, and what its template is filled with gets none', async () => {
    await store('HOOK', 'hook-secret')
    target.on('/hook', ({ response, headers }) => response.end(`thanks, ${String(headers['x-key'])}`))
    const delivery = await deliver(
      {
        uri: `${target.origin}/hook`,
        headers: [['X-Key', '${secret:HOOK}']],
        body: '{"key": "${secret:HOOK}", "body": {{ response.body | json }}}',
      },
      'stolen ${secret:HOOK}',
    )
    expect(target.callsOf('/hook')[0]).toMatchObject({
      headers: { 'x-key': 'hook-secret' },
      body: '{"key": "hook-secret", "body": "stolen ${secret:HOOK}"}',
    })
    expect(delivery).toMatchObject({ status: 'DELIVERED', response: { body: 'thanks, ********' } })
    const [stored] = await db.select().from(deliveries).where(eq(deliveries.id, delivery.id))
    expect(JSON.stringify(stored)).not.toContain('hook-secret')
  })

  it('whose secret is missing fails at once, with the reason', async () => {
    const delivery = await deliver({ uri: `${target.origin}/none`, body: '${secret:NONE}' })
    expect(delivery).toMatchObject({ status: 'FAILED', error: expect.stringContaining('There is no secret NONE') })
    expect(target.callsOf('/none')).toEqual([])
  })
})
