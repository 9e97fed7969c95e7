import { accountSecrets } from '@knockwire/db/schema/projects'
import type { SecretView } from '@knockwire/domain/definitions/apply'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { joinAs } from '../../testing/calls/member-calls.ts'
import { get, makeTask, put, remove } from '../../testing/calls/task-calls.ts'
import { makeToken, withToken } from '../../testing/calls/token-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
})
afterAll(() => test.close())

const secretsOf = async (user: TestUser) => (await get(user, '/secrets')).json<{ results: SecretView[] }>().results

it('a secret is stored encrypted, changed, listed by what uses it, and never given back', async () => {
  expect((await put(ada, '/secrets/TOKEN', { value: 'first value' })).statusCode).toBe(201)
  expect((await put(ada, '/secrets/TOKEN', { value: 'second value' })).statusCode).toBe(204)
  const { id } = await makeTask(ada, { name: 'User', target: { uri: 'https://a.example/?t=${secret:TOKEN}' } })
  await makeTask(ada, { target: { uri: 'https://a.example/', body: '$${secret:TOKEN}' } })
  const answer = await get(ada, '/secrets')
  expect(answer.json()).toEqual({
    results: [
      {
        name: 'TOKEN',
        updatedAt: expect.any(String),
        usedBy: [{ kind: 'task', id, key: null, name: 'User' }],
      },
    ],
  })
  const [row] = await test.db.select().from(accountSecrets).where(eq(accountSecrets.accountId, ada.accountId))
  expect(test.context.secrets.decrypt(row?.value ?? expect.fail('Nothing is stored.'))).toBe('second value')
  const { rows } = await test.pool.query('select r::text as row from account_secrets r')
  expect(JSON.stringify([answer.body, rows, test.logLines])).not.toContain('value"')
  expect(JSON.stringify([answer.body, rows, test.logLines])).not.toMatch(/first value|second value/)
})

it('a secret that something uses is deleted only by force', async () => {
  const user = await test.signUp('Forces')
  await put(user, '/secrets/A', { value: 'abcd' })
  await makeTask(user, { name: 'Shop', target: { uri: 'https://a.example/${secret:A}' } })
  const kept = await remove(user, '/secrets/A')
  expect([kept.statusCode, kept.json().message]).toEqual([409, expect.stringContaining('the task Shop')])
  expect(await secretsOf(user)).toHaveLength(1)
  expect((await remove(user, '/secrets/A?force=true')).statusCode).toBe(204)
  expect((await remove(user, '/secrets/A')).statusCode).toBe(404)
})

it.each([
  ['1A', 'x', 404],
  ['A-B', 'x', 404],
  ['EMPTY', '', 422],
  ['LONG', 'x'.repeat(4097), 422],
])('a secret %s of such a value is not stored', async (name, value, status) => {
  expect((await put(ada, `/secrets/${name}`, { value })).statusCode).toBe(status)
})

it('a URL whose host would be a secret is rejected', async () => {
  const target = { uri: 'https://${secret:HOST}/', headers: { 'X-A': '1' } }
  const answer = await put(ada, '/tasks/by-key/host', {
    scheduler: { mode: 'INTERVAL', intervalSecond: 60 },
    request: { target },
  })
  expect([answer.statusCode, answer.json().problems]).toMatchObject([422, [{ path: '/request/target/uri' }, {}]])
})

it('a viewer, a read-only token, another account and a visitor store and delete none', async () => {
  await put(ada, '/secrets/KEPT', { value: 'kept value' })
  const [viewer, stranger] = [await test.signUp('Viewer'), await test.signUp('Stranger')]
  await joinAs(test, ada, viewer, 'VIEWER')
  const program = withToken(test, (await makeToken(ada, 'READ')).token)
  for (const [asker, status] of [
    [viewer, 403],
    [program, 403],
    [test, 401],
  ] as const) {
    expect((await put(asker, '/secrets/KEPT', { value: 'other' })).statusCode).toBe(status)
    expect((await remove(asker, '/secrets/KEPT?force=true')).statusCode).toBe(status)
  }
  expect((await remove(stranger, '/secrets/KEPT')).statusCode).toBe(404)
  expect(await secretsOf(stranger)).toEqual([])
  expect((await get(test, '/secrets')).statusCode).toBe(401)
  const [row] = (await get(program, '/secrets')).json<{ results: SecretView[] }>().results
  expect(row).not.toHaveProperty('value')
})
