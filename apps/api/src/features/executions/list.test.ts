import { executions } from '@knockwire/db/schema/executions'
import { deliveries } from '@knockwire/db/schema/notifications'
import { schedules } from '@knockwire/db/schema/tasks'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { ExecutionPage } from '@knockwire/domain/executions/execution'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertRun, insertRuns } from '../../testing/rows/insert-run.ts'
import { get, makeTask } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
})
afterAll(() => test.close())

const makeTaskOf = async (user: TestUser) => ({ taskId: (await makeTask(user)).id, accountId: user.accountId })

const list = async (taskId: string, query = ''): Promise<ExecutionPage> => {
  const answer = await get(ada, `/tasks/${taskId}/executions${query}`)
  expect(answer.statusCode).toBe(200)
  return answer.json<ExecutionPage>()
}

const empty = { results: [], newest: null, newer: 0, isActive: true }
const idsOf = ({ results }: ExecutionPage) => results.map(({ id }) => id)

it('[AP-29, TH-31, TH-32] the list of executions has pages of ten, newest first, with the total', async () => {
  const task = await makeTaskOf(ada)
  await insertRuns(test, await makeTaskOf(ada), 3)
  const ids = await insertRuns(test, task, 23)
  const first = await list(task.taskId)
  expect(first).toMatchObject({ total: 23, page: 0, hasNewItem: true })
  expect(idsOf(first)).toEqual(ids.slice(0, 10))
  const last = await list(task.taskId, '?page=2&size=10')
  expect(last).toMatchObject({ total: 23, page: 2 })
  expect(idsOf(last)).toEqual(ids.slice(20))
  expect(idsOf(await list(task.taskId, '?page=1&size=4'))).toEqual(ids.slice(4, 8))
  expect(await list(task.taskId, '?page=9&size=10')).toMatchObject({ results: [], total: 23, page: 9, newest: ids[0] })
})

it('[TH-01] a task that never ran has an empty history', async () => {
  const { taskId } = await makeTaskOf(ada)
  expect(await list(taskId)).toEqual({ ...empty, total: 0, page: 0, hasNewItem: true })
})

it('the total is the count that is kept, not one made by looking', async () => {
  const task = await makeTaskOf(ada)
  await insertRuns(test, task, 2)
  await test.db.update(schedules).set({ executionsTotal: 1999 }).where(eq(schedules.taskId, task.taskId))
  expect(await list(task.taskId)).toMatchObject({ total: 1999 })
})

it('[AP-30, TH-41] the list of executions is empty while the page begins with what the browser has', async () => {
  const task = await makeTaskOf(ada)
  const [newest] = await insertRuns(test, task, 12)
  const unchanged = { ...empty, total: 12, page: 0, hasNewItem: false, newest }
  expect(await list(task.taskId, `?page=0&size=10&pageTopObject=${newest}-QUEUED`)).toEqual(unchanged)

  await test.db
    .update(executions)
    .set({ status: 'RUNNING' })
    .where(eq(executions.id, newest ?? ''))
  const changed = await list(task.taskId, `?page=0&size=10&pageTopObject=${newest}-QUEUED`)
  expect([changed.hasNewItem, changed.results.length, changed.results[0]?.status]).toEqual([true, 10, 'RUNNING'])
  expect(await list(task.taskId, `?pageTopObject=${newest}-RUNNING`)).toEqual(unchanged)

  const newer = await insertRun(test, task)
  const moved = await list(task.taskId, `?pageTopObject=${newest}-RUNNING`)
  expect(moved).toMatchObject({ total: 13, hasNewItem: true })
  expect(idsOf(moved)[0]).toBe(newer)
})

it('[AP-30] on a later page, the newest that the browser has is that page’s first', async () => {
  const task = await makeTaskOf(ada)
  const ids = await insertRuns(test, task, 12)
  const second = await list(task.taskId, `?page=1&size=10&pageTopObject=${ids[10]}-QUEUED`)
  expect(second).toEqual({ ...empty, total: 12, page: 1, hasNewItem: false, newest: ids[0] })
  await insertRun(test, task)
  expect(idsOf(await list(task.taskId, `?page=1&size=10&pageTopObject=${ids[10]}-QUEUED`))).toEqual(ids.slice(9))
})

it.each(['', 'x', 'a-b-c', `${'0'.repeat(36)}-QUEUED`])(
  '[AP-30] a top object that names nothing (%s) gets the page',
  async (top) => {
    const task = await makeTaskOf(ada)
    const ids = await insertRuns(test, task, 1)
    const page = await list(task.taskId, `?pageTopObject=${top}`)
    expect([page.hasNewItem, idsOf(page)]).toEqual([true, ids])
  },
)

it('[TH-28, TH-42] each row of a page has what became of its own notifications', async () => {
  const task = await makeTaskOf(ada)
  const [newest = '', middle = '', oldest = ''] = await insertRuns(test, task, 3)
  const common = { accountId: ada.accountId, type: 'EMAIL', recipient: 'ada@example.com', occasion: 'HOLDS' } as const
  const deliveryOf = (subjectId: string, status: 'FAILED' | 'PENDING' | 'DELIVERED') => ({
    ...common,
    id: uuidv7(),
    notificationId: uuidv7(),
    subjectId,
    status,
    createdAt: new Date(test.clock.now()),
  })
  await test.db
    .insert(deliveries)
    .values([deliveryOf(newest, 'DELIVERED'), deliveryOf(oldest, 'FAILED'), deliveryOf(newest, 'PENDING')])
  const { results } = await list(task.taskId)
  const statuses = results.map(({ id, notificationResults }) => [id, notificationResults.map(({ status }) => status)])
  expect(statuses).toEqual([
    [newest, ['DELIVERED', 'PENDING']],
    [middle, []],
    [oldest, ['FAILED']],
  ])
})
