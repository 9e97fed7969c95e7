import { rejectedRequests } from '@knockwire/db/schema/receivers'
import type { RejectedRequestsView } from '@knockwire/domain/receivers/rejections'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeReceiver } from '../../../testing/calls/receiver-calls.ts'
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

it('the API counts rejected requests of the last hour, 24 hours and week by reason, the latest first, beside the plan’s limit', async () => {
  const { id: receiverId } = await makeReceiver(ada)
  const { id: otherId } = await makeReceiver(ada)
  const nowMs = Date.now()
  const ago = (minutes: number) => new Date(nowMs - minutes * 60_000)
  const day = 24 * 60
  await test.db.insert(rejectedRequests).values([
    { receiverId, minute: ago(23 * 60), reason: 'TOO_LARGE', count: 2 },
    { receiverId, minute: ago(1), reason: 'OVER_LIMIT', count: 200 },
    { receiverId, minute: ago(50), reason: 'OVER_LIMIT', count: 60 },
    { receiverId, minute: ago(70), reason: 'OVER_LIMIT', count: 7 },
    { receiverId, minute: ago(6 * day), reason: 'OVER_LIMIT', count: 1000 },
    { receiverId, minute: ago(3 * day), reason: 'DISABLED', count: 4 },
    { receiverId, minute: ago(8 * day), reason: 'METHOD_NOT_ALLOWED', count: 9 },
  ])
  const at = (minutes: number) => ago(minutes).toISOString()
  expect(await rejectedOf(receiverId)).toEqual({
    requestsPerMinute: 20,
    results: [
      { reason: 'OVER_LIMIT', lastHour: 260, lastDay: 267, lastWeek: 1267, firstAt: at(6 * day), lastAt: at(1) },
      { reason: 'TOO_LARGE', lastHour: 0, lastDay: 2, lastWeek: 2, firstAt: at(23 * 60), lastAt: at(23 * 60) },
      { reason: 'DISABLED', lastHour: 0, lastDay: 0, lastWeek: 4, firstAt: at(3 * day), lastAt: at(3 * day) },
    ],
  })
  expect(await rejectedOf(otherId)).toEqual({ requestsPerMinute: 20, results: [] })
  await test.pool.query(`update accounts set plan = 'BUSINESS'`)
  expect(await rejectedOf(otherId)).toMatchObject({ requestsPerMinute: 100 })
})
