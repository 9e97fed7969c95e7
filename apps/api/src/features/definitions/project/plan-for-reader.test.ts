import type { TokenScope } from '@knockwire/domain/accounts/token-scopes'
import type { ApplyResult } from '@knockwire/domain/definitions/apply'
import { tasks } from '@knockwire/db/schema/tasks'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinAs } from '../../../testing/calls/member-calls.ts'
import { type Asker } from '../../../testing/calls/task-calls.ts'
import { makeToken, withToken } from '../../../testing/calls/token-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { applied, httpNotification, plan, send, taskResource } from '../testing/apply-calls.ts'

let test: TestApp
let ada: TestUser

const target = (secret: string) => ({
  uri: `https://shop.example/?page=2&api_key=${secret}`,
  method: 'POST' as const,
  headers: { Authorization: `Bearer ${secret}`, Accept: '*/*' },
  basicAuth: { status: 'ENABLED' as const, username: 'cron', password: secret },
})
const front = (secret: string, changes: object = {}) =>
  taskResource('front', {
    request: { target: target(secret) },
    notifications: [httpNotification('ops', { request: { target: target(secret) } })],
    ...changes,
  })

beforeAll(async () => {
  test = await createTestApp({ settings: { requestsPerMinute: 100_000 } })
  ada = await test.signUp('Ada')
  await applied(ada, [front('stored-one')])
})
afterAll(() => test.close())

const tokenOf = async (scope: 'READ' | 'WRITE', scopes?: TokenScope[]) =>
  withToken(test, (await makeToken(ada, scope, scopes && { scopes })).token)

describe('a plan', () => {
  it('is made for everybody who may read the account, and an apply for those who may change it', async () => {
    const [viewer, editor, stranger] = await Promise.all(
      ['Viewer', 'Editor', 'Stranger'].map((name) => test.signUp(name)),
    )
    if (!viewer || !editor || !stranger) throw new Error('nobody signed up')
    await joinAs(test, ada, viewer, 'VIEWER')
    await joinAs(test, ada, editor, 'EDITOR')
    const askers: [string, Asker, planned: number, done: number][] = [
      ['owner', ada, 200, 200],
      ['editor', editor, 200, 200],
      ['viewer', viewer, 200, 403],
      ['READ token', await tokenOf('READ'), 200, 403],
      ['WRITE token', await tokenOf('WRITE'), 200, 200],
      ['both reading scopes', await tokenOf('READ', ['tasks:read', 'receivers:read']), 200, 403],
      ['writing scopes', await tokenOf('WRITE', ['tasks:write', 'receivers:write']), 200, 403],
      ['one reading scope', await tokenOf('READ', ['tasks:read']), 403, 403],
      ['apply', await tokenOf('WRITE', ['apply']), 200, 200],
      ['visitor', test, 401, 401],
    ]
    const found = []
    for (const [name, asker] of askers) {
      const resources = [taskResource('front')]
      found.push([
        name,
        (await plan(asker, resources)).statusCode,
        (await send(asker, { project: 'none', resources: [] })).statusCode,
      ])
    }
    expect(found).toEqual(askers.map(([name, , planned, done]) => [name, planned, done]))
    const other = await plan(stranger, [front('x')])
    expect(other.json<ApplyResult>().changes).toMatchObject([{ op: 'create', id: null }])
    expect(await test.db.$count(tasks, eq(tasks.accountId, ada.accountId))).toBe(1)
    for (const mode of ['apply', 'Plan', '', null, 1])
      expect((await send(await tokenOf('READ'), { mode, resources: [] })).statusCode).toBeOneOf([400, 403])
  })

  it('tells nobody who may only read whether a value is the stored one', async () => {
    const reader = await tokenOf('READ')
    const [right, wrong] = [await plan(reader, [front('stored-one')]), await plan(reader, [front('another-one')])]
    expect(right.json()).toEqual(wrong.json())
    const below = (path: string) =>
      ['headers/authorization', 'basicAuth/password', 'uri'].map((name) => `${path}/request/target/${name}`)
    expect(right.json<ApplyResult>()).toMatchObject({
      summary: { update: 1, same: 0 },
      changes: [{ op: 'update', fields: [], secretsChanged: [...below(''), ...below('/notifications/ops')] }],
    })
    const changed = await plan(reader, [front('another-one', { name: 'Another' })])
    expect(changed.json<ApplyResult>().changes[0]?.fields.map(({ path }) => path)).toEqual(['/name'])
    expect(right.body + wrong.body + changed.body).not.toMatch(/stored-one|another-one/)
  })

  it.each([
    [
      'after a second question mark',
      (secret: string) => `https://shop.example/?to=https://a.example/?b=1&token=${secret}`,
    ],
    ['after a question mark of the fragment', (secret: string) => `https://shop.example/#part?token=${secret}`],
  ])('nor where it stands in the URL %s', async (place, uri) => {
    const project = place.replaceAll(' ', '-')
    const sent = (secret: string) => [taskResource(project, { request: { target: { uri: uri(secret) } } })]
    await applied(ada, sent('stored-one'), { project })
    const reader = await tokenOf('READ')
    const [right, wrong] = [
      await plan(reader, sent('stored-one'), { project }),
      await plan(reader, sent('another-one'), { project }),
    ]
    expect(right.json<ApplyResult>().changes).toMatchObject([
      { op: 'update', fields: [], secretsChanged: ['/request/target/uri'] },
    ])
    expect(right.json()).toEqual(wrong.json())
    expect(right.body + wrong.body).not.toMatch(/stored-one|another-one/)
  })

  it('compares references and what is kept for them as well', async () => {
    const kept = { secret: true as const }
    const resource = front('${secret:KEY}', {
      request: {
        target: {
          ...target('${secret:KEY}'),
          headers: { Authorization: 'Bearer ${secret:KEY}', Cookie: 'session' },
        },
      },
    })
    await applied(ada, [{ ...resource, key: 'other' }], { project: 'other', secrets: { KEY: 'value' } })
    const same = {
      ...resource,
      key: 'other',
      request: {
        target: { ...target('${secret:KEY}'), headers: { Authorization: 'Bearer ${secret:KEY}', Cookie: kept } },
      },
    }
    const answer = await plan(await tokenOf('READ'), [same], { project: 'other' })
    expect(answer.json<ApplyResult>()).toMatchObject({ changes: [{ op: 'same', fields: [], secretsChanged: [] }] })
  })
})
