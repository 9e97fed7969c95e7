import { notifications } from '@knockwire/db/schema/notifications'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { NotificationCopiesView } from '@knockwire/domain/notifications/copies'
import type { NotificationList } from '@knockwire/domain/notifications/notification'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { makeNotification, notificationInput, verifyAddress } from '../../../testing/calls/notification-calls.ts'
import { get, makeDraft, post } from '../../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
let bob: TestUser
beforeAll(async () => {
  test = await createTestApp({ settings: { requestsPerMinute: 100_000 } })
  ada = await test.signUp('Ada')
  bob = await test.signUp('Bob')
  await verifyAddress(test, ada)
})
afterAll(() => test.close())

const makeSource = async () =>
  makeNotification(ada, {
    ...notificationInput(await makeDraft(ada), 'EMAIL', { condition: { rightValue: '503' } }),
    firing: { mode: 'ON_START', notifyOnRecovery: true, afterInARow: 2, recoverAfterInARow: 3 },
  })

const copy = async (id: string, taskIds: readonly string[]) => {
  const answer = await post(ada, `/notifications/${id}/copies`, { taskIds })
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
  return answer.json<NotificationCopiesView>().results
}

const listOf = async (taskId: string) =>
  (await get(ada, `/notifications?taskId=${taskId}`)).json<z.infer<typeof NotificationList>>().results

it('a copy is sent when the original is, to the same recipient with the same text, and is not muted', async () => {
  const { id, taskId: _, version: __, createdAt: ___, ...source } = await makeSource()
  await post(ada, `/notifications/${id}/mute`, { until: null })
  const taskIds = [await makeDraft(ada), await makeDraft(ada)]
  const results = await copy(id, taskIds)
  expect(results).toMatchObject(taskIds.map((taskId) => ({ taskId, outcome: 'COPIED' })))
  for (const { taskId, notificationId } of results)
    expect(await listOf(taskId)).toMatchObject([{ ...source, id: notificationId, taskId, version: 1, mute: null }])
})

it('a long text is not sent to the database once for each copy', async () => {
  const template = 'x'.repeat(100_000)
  const { id } = await makeSource()
  const setting = { type: 'EMAIL', email: { address: 'ada@example.com', subject: 'Down', template } } as const
  await test.db.update(notifications).set({ setting }).where(eq(notifications.id, id))
  const taskIds: string[] = []
  for (let made = 0; made < 12; made += 1) taskIds.push(await makeDraft(ada))
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const results = await copy(id, taskIds)
  const sent = query.mock.calls.reduce((sum, call) => sum + JSON.stringify(call.slice(0, 2)).length, 0)
  query.mockRestore()
  expect(results.filter(({ outcome }) => outcome === 'COPIED')).toHaveLength(12)
  expect(sent).toBeGreaterThan(template.length / 2)
  expect(sent).toBeLessThan(4 * template.length)
})

it('each task is answered by itself: full, has it already, not found, not the caller’s', async () => {
  const { id, taskId: own } = await makeSource()
  const [full, free, foreign, nobodys] = [await makeDraft(ada), await makeDraft(ada), await makeDraft(bob), uuidv7()]
  for (let made = 0; made < 20; made += 1) await makeNotification(ada, notificationInput(full))
  const taskIds = [full, own, free, foreign, nobodys, free]
  expect((await copy(id, taskIds)).map(({ outcome }) => outcome)).toEqual([
    'FULL',
    'ALREADY_THERE',
    'COPIED',
    'NOT_FOUND',
    'NOT_FOUND',
  ])
  expect((await copy(id, taskIds)).map(({ outcome }) => outcome)).toEqual([
    'FULL',
    'ALREADY_THERE',
    'ALREADY_THERE',
    'NOT_FOUND',
    'NOT_FOUND',
  ])
  expect([await listOf(full), await listOf(free)].map(({ length }) => length)).toEqual([20, 1])
  const ofForeign = await test.db.select().from(notifications).where(eq(notifications.taskId, foreign))
  expect(ofForeign).toEqual([])
})

it('copies at once do not pass the limit together', async () => {
  const sources = await Promise.all([makeSource(), makeSource(), makeSource(), makeSource()])
  const taskId = await makeDraft(ada)
  for (let made = 0; made < 18; made += 1) await makeNotification(ada, notificationInput(taskId))
  const edits = sources.map(({ id, taskId: of }, at) =>
    post(ada, `/notifications/${id}`, notificationInput(of, 'EMAIL', { condition: { rightValue: String(at) } })),
  )
  await Promise.all(edits)
  const outcomes = (await Promise.all(sources.map(({ id }) => copy(id, [taskId])))).flat()
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['COPIED', 'COPIED', 'FULL', 'FULL'])
  expect(await listOf(taskId)).toHaveLength(20)
})

it.each([[{}], [{ taskIds: [] }], [{ taskIds: ['x'] }], [{ taskIds: Array.from({ length: 1001 }, () => uuidv7()) }]])(
  'a call without tasks, or with too many, is malformed',
  async (input) => {
    const { id } = await makeSource()
    const answer = await post(ada, `/notifications/${id}/copies`, input)
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
      400,
      expect.stringContaining('taskIds'),
    ])
  },
)
