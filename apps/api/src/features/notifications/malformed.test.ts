import { defaultCondition } from '@knockwire/domain/conditions/condition-rules'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { notificationInput } from '../../testing/calls/notification-calls.ts'
import { makeDraft } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
let taskId: string
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
  taskId = await makeDraft(ada)
})
afterAll(() => test.close())

it.each([
  ['no body', undefined],
  ['no condition', { condition: undefined }],
  ['another type', { type: 'PIGEON' }],
  ['a field that there is none of', { isAdmin: true }],
  ['a setting of another form', { request: { target: 'https://example.com' } }],
  ['half of a surrogate pair', { condition: { ...defaultCondition, property: '\ud800' } }],
])('a call that no dialog sends is 400: %s', async (_case, changes) => {
  const body = changes && { ...notificationInput(taskId, 'HTTP'), ...changes }
  const answer = await ada.inject({
    method: 'POST',
    url: '/api/v1/notifications',
    headers: { 'content-type': 'application/json' },
    ...(body && { payload: JSON.stringify(body) }),
  })
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'MALFORMED'])
})
