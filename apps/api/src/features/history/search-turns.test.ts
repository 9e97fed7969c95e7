import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertRun } from '../../testing/rows/insert-run.ts'
import { get, makeTask } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
let bob: TestUser
beforeAll(async () => {
  test = await createTestApp({ poolSize: 2 })
  ada = await test.signUp('Ada')
  bob = await test.signUp('Bob')
})
afterAll(() => test.close())

const historyOf = async (user: TestUser) => {
  const { id: taskId } = await makeTask(user)
  const details = { responseBody: new TextEncoder().encode('a price') }
  await insertRun(test, { taskId, accountId: user.accountId }, { status: 'SUCCEEDED', statusCode: 200, details })
  return `/tasks/${taskId}/executions?text=price`
}

/** As a search that takes long does. */
const holdTurn = async (user: TestUser) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const held = test.context.reads.inTurnOf(user.accountId)(() => {
    begin()
    return released
  })
  await begun
  return async () => {
    release()
    await held
  }
}

it('searches of one account wait for each other, are rejected where too many wait, and keep nobody else from anything', async () => {
  const [own, others] = [await historyOf(ada), await historyOf(bob)]
  const release = await holdTurn(ada)
  const searches = Array.from({ length: 11 }, () => get(ada, own))
  const rejected = await Promise.race(searches)
  expect([rejected.statusCode, rejected.headers['retry-after']]).toEqual([429, '1'])
  expect(rejected.json()).toMatchObject({ code: 'RATE_LIMITED' })
  expect((await get(bob, others)).json()).toMatchObject({ total: 1 })
  expect((await get(ada, '/accounts/me')).statusCode).toBe(200)
  await release()
  const statuses = (await Promise.all(searches)).map(({ statusCode }) => statusCode)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array(10).fill(200), 429])
})

it('exports and charts of what bodies hold take their account’s turn, too', async () => {
  const path = (await historyOf(ada)).split('/executions')[0] ?? ''
  const release = await holdTurn(ada)
  const done: string[] = []
  const searches = [
    '/executions/export',
    '/executions?include=details',
    '/series?range=24h&source=response_body_json&property=%24.a',
  ].map(async (rest) => {
    const { statusCode } = await get(ada, `${path}${rest}`)
    done.push(`${statusCode} ${rest}`)
  })
  expect((await get(ada, `${path}/series?range=24h&source=response_time`)).statusCode).toBe(200)
  expect(done).toEqual([])
  await release()
  await Promise.all(searches)
  expect(done.map((line) => line.slice(0, 3))).toEqual(['200', '200', '200'])
})
