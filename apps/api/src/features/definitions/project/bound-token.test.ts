import type { ApplyResult } from '@knockwire/domain/definitions/apply'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Asker, get, put, taskInput } from '../../../testing/calls/task-calls.ts'
import { makeToken, withToken } from '../../../testing/calls/token-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { applied, httpNotification, plan, receiverResource, send, taskResource } from '../testing/apply-calls.ts'

let test: TestApp
let ada: TestUser
let bound: Asker
const calling = (...names: string[]) => ({
  request: { target: { uri: `https://shop.example/?${names.map((name) => `\${secret:${name}}`).join('&')}` } },
})
const notifying = (name: string) => httpNotification('hook', calling(name))

beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
  for (const name of ['TASK', 'HOOK', 'RECEIVER', 'OTHER', 'BY_HAND'])
    await put(ada, `/secrets/${name}`, { value: 'squirrel' })
  const { condition: _, ...ofReceiver } = notifying('RECEIVER')
  await applied(ada, [
    taskResource('front', { ...calling('TASK'), notifications: [notifying('HOOK')] }),
    receiverResource('orders', { notifications: [ofReceiver] }),
  ])
  await applied(ada, [taskResource('elsewhere', calling('OTHER'))], { project: 'other' })
  await put(ada, '/tasks/by-key/by-hand', { ...taskInput(), ...calling('BY_HAND') })
  bound = withToken(test, (await makeToken(ada, 'WRITE', { scopes: ['apply'], project: 'shop' })).token)
})
afterAll(() => test.close())

const problemsOf = async (resources: object[]) =>
  (await send(bound, { resources })).json<ApplyResult>().problems.map(({ key, path, code }) => `${key} ${path} ${code}`)

describe('a token that is bound to a project', () => {
  it('applies that project alone, and takes over nothing that is managed by hand', async () => {
    expect((await send(bound, { project: 'other', resources: [] })).statusCode).toBe(403)
    expect(await problemsOf([taskResource('by-hand')])).toEqual(['by-hand /key managed_by_hand'])
    expect(await problemsOf([taskResource('elsewhere')])).toEqual(['elsewhere /key managed_elsewhere'])
    expect((await get(ada, '/tasks/by-key/by-hand')).json()).toMatchObject({ managedBy: null })
  })

  it('uses the secrets that the project uses, in whatever of it, and no other', async () => {
    const own = taskResource('new', { ...calling('TASK', 'RECEIVER'), notifications: [notifying('HOOK')] })
    expect(await problemsOf([own])).toEqual([])
    const foreign = taskResource('new', { ...calling('TASK', 'OTHER'), notifications: [notifying('BY_HAND')] })
    const expected = [
      'new /request/target/uri secret_of_others',
      'new /notifications/0/request/target/uri secret_of_others',
    ]
    expect(await problemsOf([foreign])).toEqual(expected)
    expect((await plan(ada, [foreign])).json<ApplyResult>().problems).toEqual([])
    // Once somebody else has begun to, it goes on.
    await applied(ada, [foreign])
    expect(await problemsOf([taskResource('another', calling('OTHER', 'BY_HAND')), foreign])).toEqual([])
  })

  it('is not narrower for tokens of all projects', async () => {
    const unbound = withToken(test, (await makeToken(ada, 'WRITE', { scopes: ['apply'] })).token)
    const answer = await plan(unbound, [taskResource('third', calling('OTHER'))], { project: 'third' })
    expect(answer.json<ApplyResult>().problems).toEqual([])
  })
})
