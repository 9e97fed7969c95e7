import { deliveries } from '@knockwire/db/schema/notifications'
import { executionDetails } from '@knockwire/db/schema/executions'
import { normalizeCondition } from '@knockwire/domain/conditions/condition-rules'
import { describeCondition } from '@knockwire/domain/conditions/describe'
import { defaultRequestTarget } from '@knockwire/domain/requests/request-rules'
import { encryptSecretHeaders } from '@knockwire/services/secrets/stored-headers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { webhookSecretOf } from '@knockwire/services/secrets/webhook-secret'
import { insertReceived } from './testing/rows/insert-received.ts'
import { insertRun } from './testing/rows/insert-run.ts'
import { insertSlackChannel, makeNotification, notificationInput } from './testing/calls/notification-calls.ts'
import { joinAs } from './testing/calls/member-calls.ts'
import { makeOwnedObjects, type OwnedObjects } from './testing/owned-objects.ts'
import type { RegisteredRoute } from './testing/routes/registered-routes.ts'
import { type Asker, get, taskInput } from './testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from './testing/test-app.ts'
import { makeToken, withToken } from './testing/calls/token-calls.ts'

const secret = (place: string) => `planted-${place}-7Qx`
const isPlanted = /planted-[\w-]*7Qx/g

/** Headers of which each is secret by its name, as a user writes them and as they come in. */
const secretHeaders = (place: string): [string, string][] => [
  ['Authorization', `Bearer ${secret(`${place}-bearer`)}`],
  ['X-Api-Key', secret(`${place}-key`)],
  ['Cookie', `session=${secret(`${place}-cookie`)}`],
  ['X-Plain', 'seen by everybody'],
]
const targetWithSecrets = (place: string) => ({
  ...defaultRequestTarget,
  method: 'POST' as const,
  uri: `https://example.com/${place}`,
  headers: secretHeaders(place),
  basicAuth: { status: 'ENABLED' as const, username: 'ada', password: secret(`${place}-password`) },
})

describe('a read-only token', () => {
  let test: TestApp
  let owner: TestUser
  let reader: Asker
  let writer: Asker
  let owned: OwnedObjects
  let taskId: string
  let receiverId: string
  beforeAll(async () => {
    const oidc = { issuer: 'http://127.0.0.1:9', clientId: 'id', clientSecret: secret('oidc') }
    test = await createTestApp({ settings: { oidc } })
    owner = await test.signUp('Owner')
    owned = await makeOwnedObjects(test, owner)
    taskId = owned.urlOf({ url: ':taskId' })
    receiverId = owned.urlOf({ url: ':receiverId' })
    await plant()
    reader = withToken(test, (await makeToken(owner, 'READ')).token)
    writer = withToken(test, (await makeToken(owner, 'WRITE')).token)
  })
  afterAll(() => test.close())

  /** Secrets in all that an account stores. */
  const plant = async () => {
    const { secrets } = test.context
    const stored = (place: string) => encryptSecretHeaders(secretHeaders(place), secrets)
    await owner.inject({
      method: 'POST',
      url: `/api/v1/tasks/${taskId}`,
      payload: { ...taskInput(), request: { target: targetWithSecrets('task') } },
    })
    const operand = {
      source: 'response_header' as const,
      property: 'X-Session',
      comparison: 'string_equal_to' as const,
      rightValue: secret('condition'),
    }
    const condition = { ...operand, advancedCondition: null }
    const rule = notificationInput(taskId, 'HTTP', {
      request: { target: targetWithSecrets('notification') },
      condition,
    })
    const { id: notificationId } = await makeNotification(owner, rule)
    const combined = {
      ...condition,
      advancedCondition: { orOperands: [{ andOperands: [operand, { ...operand, property: 'set-cookie' }] }] },
    }
    await makeNotification(owner, { ...rule, condition: combined })
    const details = { responseHeaders: stored('response'), responseBody: Buffer.from('{"price":1}') }
    const runId = owned.urlOf({ url: '/tasks/:executionId' }).split('/').at(-1) ?? ''
    await test.db.update(executionDetails).set(details).where(eq(executionDetails.executionId, runId))
    await insertRun(test, { taskId, accountId: owner.accountId }, { status: 'SUCCEEDED', statusCode: 200, details })
    // One that has not ended shows the request that it is to send.
    await insertRun(test, { taskId, accountId: owner.accountId })
    await insertReceived(test, receiverId, 2, { requestHeaders: stored('received') })
    const description = describeCondition(normalizeCondition(condition))
    await test.db.update(deliveries).set({
      verdict: { description, value: secret('verdict'), previousValue: secret('previous'), since: null },
      notificationId,
    })
    await insertSlackChannel(test, owner, { token: secrets.encrypt(secret('slack')) })
    await webhookSecretOf(test.db, secrets, owner.accountId)
  }

  const pathsOf = ({ url }: RegisteredRoute): string[] => {
    const path = owned.urlOf({ url })
    if (url.endsWith('/export')) return [path, `${path}?format=har`, `${path}?text=price`]
    if (url.endsWith('/executions')) return [path, `${path}?include=details`, `${path}?text=price&code=2xx`]
    if (url.endsWith('/series')) return [`${path}?source=response_time&property=&range=1h`]
    if (url === '/api/v1/notifications') return [`${path}?taskId=${taskId}`]
    if (url === '/api/v1/receiver-notifications') return [`${path}?receiverId=${receiverId}`]
    return [path]
  }
  /** Every address that is read, with what a caller finds of the planted secrets in its response, headers included. */
  const planted = async (asker: Asker) => {
    const found: Record<string, string[]> = {}
    const routes = test.routes.filter(({ method, url }) => method === 'GET' && url.startsWith('/api/'))
    expect(routes.length).toBeGreaterThan(25)
    for (const route of routes) {
      for (const url of pathsOf(route)) {
        const answer = await asker.inject({ url })
        const seen = new Set([...`${JSON.stringify(answer.headers)}${answer.body}`.matchAll(isPlanted)].map(String))
        if (seen.size > 0) found[url] = [...seen].toSorted()
      }
    }
    return found
  }

  it('sees no value of a secret header, password or secret on any route, nor does a viewer, while a read-write one does', async () => {
    expect(await planted(reader)).toEqual({})
    const viewer = await test.signUp('Viewer')
    await joinAs(test, owner, viewer, 'VIEWER')
    expect(await planted(viewer)).toEqual({})
    const seen = Object.values(await planted(writer)).flat()
    expect(seen).toContain(secret('task-key'))
    expect(seen).toContain(secret('notification-bearer'))
    expect(seen).toContain(secret('condition'))
    expect(seen).not.toContain(secret('task-password'))
  })

  it('sees that there are secrets, and all that is none', async () => {
    const { request } = (await get(reader, `/tasks/${taskId}`)).json<{ request: { target: object } }>()
    expect(request.target).toMatchObject({
      headers: [
        ['Authorization', '********'],
        ['X-Api-Key', '********'],
        ['Cookie', '********'],
        ['X-Plain', 'seen by everybody'],
      ],
      basicAuth: { username: 'ada', passwordSet: true },
    })
    const rules = (await get(reader, `/notifications?taskId=${taskId}`)).json<{ results: { condition: object }[] }>()
    expect(rules.results.at(-1)?.condition).toMatchObject({
      source: 'response_header',
      property: 'X-Session',
      rightValue: '********',
      advancedCondition: { orOperands: [{ andOperands: [{ rightValue: '********' }, { rightValue: '********' }] }] },
    })
  })

  it('finds nothing by searching for a secret, so that it cannot be guessed letter by letter', async () => {
    const guesses = ['planted', secret('task-key'), secret('response-key'), secret('received-cookie'), 'Bearer']
    for (const guess of guesses) {
      const text = encodeURIComponent(guess)
      const totals = await Promise.all(
        [
          `/tasks?search=${text}`,
          `/tasks/${taskId}/executions?text=${text}`,
          `/receivers/${receiverId}/executions?text=${text}`,
        ].map(async (url) => (await get(reader, url)).json<{ total: number }>().total),
      )
      expect([guess, totals]).toEqual([guess, [0, 0, 0]])
    }
  })
})
