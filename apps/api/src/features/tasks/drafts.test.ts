import type { DraftList } from '@knockwire/domain/tasks/task'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeNotification, notificationInput } from '../../testing/calls/notification-calls.ts'
import { type Asker, get, makeDraft, makeTask, post, remove, taskInput } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
let bob: TestUser
beforeAll(async () => {
  test = await createTestApp({ settings: { requestsPerMinute: 100_000 } })
  ada = await test.signUp('Ada')
  bob = await test.signUp('Bob')
})
afterAll(() => test.close())

const drafts = async (asker: Asker) => (await get(asker, '/tasks/drafts')).json<DraftList>().results

it('The drafts that hold something are listed for their owner, the one saved last first, and for nobody else', async () => {
  await makeTask(ada, { name: 'Created' })
  await makeDraft(ada)
  const [older, newer, notified] = [await makeDraft(ada), await makeDraft(ada), await makeDraft(ada)]
  await post(ada, `/tasks/${older}`, taskInput({ name: 'Older' }))
  await makeNotification(ada, notificationInput(notified))
  await post(ada, `/tasks/${newer}`, taskInput({ name: null, target: { uri: 'https://example.com/newer' } }))

  const listed = await drafts(ada)
  expect(listed[0]).toMatchObject({ id: newer, name: null, uri: 'https://example.com/newer' })
  expect(new Set(listed.map(({ id }) => id))).toEqual(new Set([newer, older, notified]))
  expect(await drafts(bob)).toEqual([])
  expect((await get(test, '/tasks/drafts')).statusCode).toBe(401)

  await remove(ada, `/tasks/${newer}`)
  await post(ada, `/tasks/${older}?activate=true`, taskInput({ name: 'Older' }))
  expect((await drafts(ada)).map(({ id }) => id)).toEqual([notified])
})
