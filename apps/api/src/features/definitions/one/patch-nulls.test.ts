import { defaultExpectation } from '@knockwire/domain/heartbeats/heartbeat-rules'
import type { ReceiverView } from '@knockwire/domain/receivers/receiver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeReceiver } from '../../../testing/calls/receiver-calls.ts'
import { get, post } from '../../../testing/calls/task-calls.ts'
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
