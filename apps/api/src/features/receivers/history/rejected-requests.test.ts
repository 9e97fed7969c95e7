import { rejectedRequests } from '@knockwire/db/schema/receivers'
import type { RejectedRequestsView } from '@knockwire/domain/receivers/rejections'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeReceiver } from '../../../testing/receiver-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
})
afterAll(() => test.close())

const rejectedOf = async (receiverId: string) =>
  (await ada.inject({ url: `/api/v1/receivers/${receiverId}/rejected` })).json<RejectedRequestsView>()

const none = { OVER_LIMIT: 0, TOO_LARGE: 0, METHOD_NOT_ALLOWED: 0, DISABLED: 0 }

it('the API counts rejected requests of the last hour and of the last 24 hours by reason, beside the plan’s limit', async () => {
  const { id: receiverId } = await makeReceiver(ada)
  const { id: otherId } = await makeReceiver(ada)
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  await test.db.insert(rejectedRequests).values([
    { receiverId, minute: ago(1), reason: 'OVER_LIMIT', count: 200 },
    { receiverId, minute: ago(50), reason: 'OVER_LIMIT', count: 60 },
    { receiverId, minute: ago(70), reason: 'OVER_LIMIT', count: 7 },
    { receiverId, minute: ago(23 * 60), reason: 'TOO_LARGE', count: 2 },
    { receiverId, minute: ago(25 * 60), reason: 'METHOD_NOT_ALLOWED', count: 9 },
  ])
  expect(await rejectedOf(receiverId)).toEqual({
    requestsPerMinute: 20,
    lastHour: { ...none, OVER_LIMIT: 260 },
    lastDay: { ...none, OVER_LIMIT: 267, TOO_LARGE: 2 },
  })
  expect(await rejectedOf(otherId)).toEqual({ requestsPerMinute: 20, lastHour: none, lastDay: none })
  await test.pool.query(`update accounts set plan = 'BUSINESS'`)
  expect(await rejectedOf(otherId)).toMatchObject({ requestsPerMinute: 100 })
})
