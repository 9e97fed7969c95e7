import { defaultExpectation } from '@knockwire/domain/heartbeats/heartbeat-rules'
import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import type { TaskView } from '@knockwire/domain/tasks/task'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeReceiver } from '../../../testing/calls/receiver-calls.ts'
import { get, makeTask, post, put } from '../../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
})
afterAll(() => test.close())

it('a receiver expects no calls any more where a patch sets its expectation to null, and goes on where it does not name it', async () => {
  const { id } = await makeReceiver(ada)
  await post(ada, `/receivers/${id}`, { name: 'Backup', expectation: defaultExpectation })
  const patch = (payload: object) => ada.inject({ method: 'PATCH', url: `/api/v1/receivers/${id}`, payload })
  const expectationOf = async () => (await get(ada, `/receivers/${id}`)).json<ReceiverView>().expectation
  expect((await patch({ name: 'Nightly' })).statusCode).toBe(200)
  expect(await expectationOf()).toEqual(defaultExpectation)
  expect((await patch({ expectation: null })).statusCode).toBe(200)
  expect(await expectationOf()).toBeNull()
})

it('a task has no limit any more to how late it catches up where a patch sets that to null, within an object that it leaves as it is', async () => {
  const scheduler = { mode: 'INTERVAL' as const, intervalSecond: 3600, catchUp: 'ONCE' as const, catchUpSecond: 600 }
  const { id } = await makeTask(ada, { scheduler })
  const schedulerOf = async () => (await get(ada, `/tasks/${id}`)).json<TaskView>().scheduler
  expect((await schedulerOf()).catchUpSecond).toBe(600)
  const payload = { scheduler: { catchUpSecond: null }, labels: { none: null }, unknown: null }
  const patched = await ada.inject({ method: 'PATCH', url: `/api/v1/tasks/${id}`, payload })
  expect(patched.statusCode).toBe(200)
  expect(await schedulerOf()).toMatchObject({ intervalSecond: 3600, catchUp: 'ONCE', catchUpSecond: null })
})

it('a definition and a patch change what is done about missed times, though the times stay', async () => {
  const scheduler = { mode: 'INTERVAL', intervalSecond: 3600 }
  const whole = { name: 'Ping', scheduler, request: { target: { uri: 'https://example.com/', method: 'GET' } } }
  const { id } = (await put(ada, '/tasks/by-key/late', whole)).json<{ id: string }>()
  const schedulerOf = async () => (await get(ada, `/tasks/${id}`)).json<TaskView>().scheduler
  const { nextExecutionDate } = await schedulerOf()
  const all = { ...scheduler, catchUp: 'ALL', catchUpSecond: 7200 }
  expect((await put(ada, '/tasks/by-key/late', { ...whole, scheduler: all })).statusCode).toBe(200)
  expect(await schedulerOf()).toMatchObject({ catchUp: 'ALL', catchUpSecond: 7200, nextExecutionDate })
  const payload = { scheduler: { catchUp: 'SKIP' } }
  expect((await ada.inject({ method: 'PATCH', url: `/api/v1/tasks/${id}`, payload })).statusCode).toBe(200)
  expect(await schedulerOf()).toMatchObject({ catchUp: 'SKIP', catchUpSecond: 7200, nextExecutionDate })
})
