import { insertTestReceiver } from '@knockwire/db/testing/insert-receiver'
import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'
import { receivedRequests } from '@knockwire/db/schema/receivers'
import { startTraceCollector, type TraceCollector } from '@knockwire/services/testing/trace-collector'
import { rootSpanIdOf, traceIdOf } from '@knockwire/services/tracing/tracing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiProcess, startApiProcess, untilReady } from '../../testing/api-process.ts'

const server = 2
const demo = { KNOCKWIRE_DEMO_EMAIL: 'demo@knockwire.example', KNOCKWIRE_DEMO_PASSWORD: 'knock knock who is there' }

let database: TestDatabase
let collector: TraceCollector
let api: ApiProcess
beforeAll(async () => {
  database = await createTestDatabase()
  collector = await startTraceCollector()
  const OTEL_EXPORTER_OTLP_ENDPOINT = collector.origin
  api = await startApiProcess({ DATABASE_URL: database.url, OTEL_EXPORTER_OTLP_ENDPOINT, ...demo })
  await untilReady(api)
})
afterAll(async () => {
  api.signal('SIGKILL')
  await api.ended
  await collector.close()
  await database.close()
})

const spansNamed = (name: string) => collector.spans.filter((span) => span.name === name)
const untilCollected = (name: string) => expect.poll(() => spansNamed(name).length).toBe(1)

it('a request to the API is a trace whose id is the request’s id in the log, with the account and without secrets', async () => {
  const payload = { email: demo.KNOCKWIRE_DEMO_EMAIL, password: demo.KNOCKWIRE_DEMO_PASSWORD }
  const headers = { origin: api.origin, 'content-type': 'application/json' }
  const body = JSON.stringify(payload)
  const signedIn = await fetch(`${api.origin}/api/v1/auth/sign-in`, { method: 'POST', headers, body })
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const answer = await fetch(`${api.origin}/api/v1/tasks?search=private`, { headers: { cookie } })
  expect(answer.status).toBe(200)
  await untilCollected('GET /api/v1/tasks')
  const line = api
    .output()
    .split('\n')
    .find((text) => text.includes('"route":"/api/v1/tasks"'))
  const { requestId, accountId } = JSON.parse(line ?? '{}')
  expect(spansNamed('GET /api/v1/tasks')).toMatchObject([
    {
      traceId: traceIdOf(requestId),
      kind: server,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/api/v1/tasks',
        'http.response.status_code': 200,
        'knockwire.account.id': accountId,
      },
      resource: { 'service.name': 'knockwire-api' },
    },
  ])
  expect(JSON.stringify(collector.spans)).not.toMatch(/private|who is there|readyz/)
})

it('a request to a receiver is a trace whose id is its own, with the receiver, the account and its commit', async () => {
  const receiver = await insertTestReceiver(database.db)
  const answer = await fetch(`${api.receiverOrigin}/r/${receiver.token}`, { method: 'POST', body: 'content' })
  expect(answer.status).toBe(200)
  await untilCollected('POST /r/:token')
  const { db } = database
  const [row] = await db.select().from(receivedRequests).where(eq(receivedRequests.receiverId, receiver.id))
  const ids = {
    'knockwire.received_request.id': row?.id,
    'knockwire.receiver.id': receiver.id,
    'knockwire.account.id': receiver.accountId,
  }
  const root = { traceId: traceIdOf(row?.id ?? ''), spanId: rootSpanIdOf(row?.id ?? '') }
  expect(spansNamed('POST /r/:token')).toMatchObject([{ ...root, kind: server, attributes: ids }])
  const commit = { traceId: root.traceId, parentSpanId: root.spanId, attributes: ids }
  expect(spansNamed('record request')).toMatchObject([commit])
  expect(JSON.stringify(collector.spans)).not.toContain(receiver.token)
})

it('stops cleanly, and what it had not sent yet arrives', async () => {
  await fetch(`${api.origin}/api/v1/accounts/me`)
  api.signal('SIGTERM')
  expect(await api.ended).toBe(0)
  await untilCollected('GET /api/v1/accounts/me')
})
