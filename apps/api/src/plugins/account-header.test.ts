import { afterAll, beforeAll, expect, it } from 'vitest'
import { joinAs } from '../testing/calls/member-calls.ts'
import { get, makeTask } from '../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../testing/test-app.ts'
import { makeOwnedObjects } from '../testing/owned-objects.ts'

let test: TestApp
let ada: TestUser
let bob: TestUser
beforeAll(async () => {
  test = await createTestApp({ settings: { requestsPerMinute: 100_000 } })
  ada = await test.signUp('Ada')
  bob = await test.signUp('Bob')
})
afterAll(() => test.close())

it('every answer to a signed-in caller says whose it is', async () => {
  for (const [user, status] of [
    [ada, 200],
    [bob, 200],
  ] as const) {
    const answer = await get(user, '/tasks')
    expect([answer.statusCode, answer.headers['knockwire-account']]).toEqual([status, user.accountId])
  }
  expect((await get(ada, '/nothing')).headers).not.toHaveProperty('knockwire-account')
  expect((await get(test, '/accounts/me')).headers).not.toHaveProperty('knockwire-account')
})

it('every call that is meant for another account than the one that is signed in is rejected before it does anything', async () => {
  const owned = await makeOwnedObjects(test, bob)
  const routes = test.routes.filter(({ url, isPublic }) => url.startsWith('/api/v1/') && !isPublic)
  expect(routes.length).toBeGreaterThan(60)
  for (const route of routes) {
    const answer = await bob.inject({
      method: route.method,
      url: owned.urlOf(route),
      headers: { 'knockwire-account': ada.accountId },
    })
    expect([route.method, route.url, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
      route.method,
      route.url,
      409,
      'OTHER_ACCOUNT',
    ])
  }
})

it('a call that is meant for another member of the account is rejected, and one that names the caller is done', async () => {
  const eve = await test.signUp('Eve')
  await joinAs(test, ada, eve, 'EDITOR')
  const ask = (userId: string) => eve.inject({ url: '/api/v1/tasks', headers: { 'knockwire-user': userId } })
  expect((await ask(ada.userId)).json()).toMatchObject({ code: 'OTHER_ACCOUNT' })
  const own = await ask(eve.userId)
  expect([own.statusCode, own.headers['knockwire-user']]).toEqual([200, eve.userId])
})

it('a call that names the account that is signed in, or none, is done', async () => {
  const { id } = await makeTask(ada)
  const headers = { 'knockwire-account': ada.accountId }
  expect((await ada.inject({ url: `/api/v1/tasks/${id}`, headers })).statusCode).toBe(200)
  expect((await get(ada, `/tasks/${id}`)).statusCode).toBe(200)
})
