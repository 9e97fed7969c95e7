import type { TaskListItem, TaskPage, TaskView } from '@knockwire/domain/tasks/task'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schedules, tasks } from '@knockwire/db/schema/tasks'
import { eq } from 'drizzle-orm'
import { insertRun, insertRuns } from '../../testing/rows/insert-run.ts'
import { makeNotification, notificationInput } from '../../testing/calls/notification-calls.ts'
import { get, makeDraft, makeTask, post, taskInput } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const list = async (user: TestUser, query = ''): Promise<TaskPage> => {
  const answer = await get(user, `/tasks${query}`)
  expect(answer.statusCode).toBe(200)
  return answer.json<TaskPage>()
}

const namesOf = ({ results }: TaskPage) => results.map(({ name }) => name)

describe('pages and order', () => {
  let ada: TestUser
  beforeAll(async () => {
    ada = await test.signUp('Ada')
    for (const name of ['delta', 'Bravo', null, 'alpha', 'Charlie']) await makeTask(ada, { name })
    await makeDraft(ada)
    const others = await test.signUp('Other')
    await makeTask(others, { name: 'not Ada’s' })
  })

  it('[AP-14, TL-03] createdAt: newest first, without drafts and other people’s tasks', async () => {
    const page = await list(ada)
    expect(page).toMatchObject({ total: 5, page: 0 })
    expect(namesOf(page)).toEqual(['Charlie', 'alpha', null, 'Bravo', 'delta'])
    expect(namesOf(await list(ada, '?page=0&size=10&sortKey=createdAt&search='))).toEqual(namesOf(page))
  })

  it('[AP-14, TL-03] name: A to Z whatever the case, those without a name by the URL that is shown', async () => {
    expect(namesOf(await list(ada, '?sortKey=name'))).toEqual(['alpha', 'Bravo', 'Charlie', 'delta', null])
    const eve = await test.signUp('Eve')
    for (const name of ['zebra', null, 'alpha']) await makeTask(eve, { name, target: { uri: 'https://mid.example/' } })
    expect(namesOf(await list(eve, '?sortKey=name'))).toEqual(['alpha', null, 'zebra'])
  })

  it('[AP-14, TL-03] lastOpenedAt: opened last first, never opened last', async () => {
    const { results } = await list(ada)
    const open = (name: string) =>
      post(ada, `/tasks/${results.find((task) => task.name === name)?.id}/update-last-open-time`)
    await open('delta')
    test.clock.advance(1000)
    await open('alpha')
    expect(namesOf(await list(ada, '?sortKey=lastOpenedAt'))).toEqual(['alpha', 'delta', 'Charlie', null, 'Bravo'])
  })

  it('[AP-14, TL-14] pages keep the order and the total, beyond the end too', async () => {
    expect(namesOf(await list(ada, '?size=2&sortKey=name'))).toEqual(['alpha', 'Bravo'])
    expect(await list(ada, '?size=2&page=2&sortKey=name')).toMatchObject({
      total: 5,
      page: 2,
      results: [{ name: null }],
    })
    expect(await list(ada, '?size=2&page=3')).toMatchObject({ results: [], total: 5, page: 3 })
  })

  it('[TL-15] ten tasks are a page', async () => {
    const many = await test.signUp('Many')
    for (let made = 0; made < 11; made++) await makeTask(many)
    const page = await list(many)
    expect([page.results.length, page.total]).toEqual([10, 11])
  })

  it('[TL-17] an account without tasks has an empty page', async () => {
    expect(await list(await test.signUp('New'))).toMatchObject({ results: [], total: 0, page: 0 })
  })
})

describe('states', () => {
  it('[TL-03, TL-13] counts tasks by state, filters by it, and sorts those that fail among the others', async () => {
    const ada = await test.signUp('Stater')
    const make = async (name: string) => ({ taskId: (await makeTask(ada, { name })).id, accountId: ada.accountId })
    const [failed, rejected] = [await make('failed'), await make('refused')]
    const [fine, disabled, fresh] = [await make('fine'), await make('disabled'), await make('fresh')]
    await insertRun(test, failed, { status: 'FAILED', errorCode: 'TIMEOUT' })
    await insertRun(test, rejected, { status: 'SUCCEEDED', statusCode: 200 })
    await insertRun(test, rejected, { status: 'SUCCEEDED', statusCode: 404 })
    await insertRun(test, rejected, { status: 'RUNNING' })
    await insertRun(test, fine, { status: 'FAILED', errorCode: 'TIMEOUT' })
    await insertRun(test, fine, { status: 'SUCCEEDED', statusCode: 200 })
    for (const task of [fine, rejected]) await insertRun(test, task, { status: 'FAILED', errorCode: 'INCONCLUSIVE' })
    await insertRun(test, disabled, { status: 'FAILED', errorCode: 'TIMEOUT' })
    await post(ada, `/tasks/${disabled.taskId}/lifecycle/deactivate`)
    const all = await list(ada)
    expect(namesOf(all)).toEqual(['fresh', 'disabled', 'fine', 'refused', 'failed'])
    expect([all.total, all.counts]).toEqual([5, { FAILING: 2, LATE: 0, ACTIVE: 4, DISABLED: 1 }])
    const failing = await list(ada, '?status=FAILING&size=1&page=1')
    expect([namesOf(failing), failing.total, failing.counts]).toEqual([['failed'], 2, all.counts])
    expect(namesOf(await list(ada, '?status=DISABLED'))).toEqual(['disabled'])
    const deactivated = { status: 'DISABLED', disabledReason: 'FAILURES', dueAt: null } as const
    await test.db.update(schedules).set(deactivated).where(eq(schedules.taskId, failed.taskId))
    expect((await list(ada)).counts).toEqual({ FAILING: 2, LATE: 0, ACTIVE: 3, DISABLED: 2 })
    expect(namesOf(await list(ada, '?status=DISABLED'))).toEqual(['disabled', 'failed'])
    expect(namesOf(await list(ada, '?status=FAILING'))).toEqual(['refused', 'failed'])
    expect(namesOf(await list(ada, '?status=ACTIVE'))).toEqual(['fresh', 'fine', 'refused'])
    expect(fresh.taskId).not.toBe('')
  })

  it('leaves out what is about to be deleted, in its rows, pages and counts', async () => {
    const ada = await test.signUp('Leaver')
    const ids: string[] = []
    for (const name of ['one', 'two', 'three']) ids.push((await makeTask(ada, { name })).id)
    const page = await list(ada, `?size=1&without=${ids[2]}&search=o`)
    expect(page).toMatchObject({ total: 2, counts: { FAILING: 0, ACTIVE: 2, DISABLED: 0 }, taskCount: 3 })
    expect(namesOf(page)).toEqual(['two'])
    const none = await list(ada, `?without=${ids.join(',')}`)
    expect(none).toMatchObject({ total: 0, results: [], counts: { ACTIVE: 0 }, taskCount: 3 })
    expect((await get(ada, '/tasks?without=x')).statusCode).toBe(400)
  })
})

describe('a copy of a task', () => {
  it('is a draft with its request, schedule and notifications, and not listed', async () => {
    const ada = await test.signUp('Copier')
    const task = await makeTask(ada, { name: 'Shop', target: { method: 'PUT' } })
    await makeNotification(ada, notificationInput(task.id))
    const described = { key: 'shop', description: 'Asks the shop.', labels: { team: 'web' } }
    await test.db.update(tasks).set(described).where(eq(tasks.id, task.id))
    const answer = await post(ada, `/tasks/${task.id}/duplicate`)
    expect(answer.statusCode).toBe(201)
    const { id } = answer.json<{ id: string }>()
    const copy = (await get(ada, `/tasks/${id}`)).json<TaskView>()
    expect(copy).toMatchObject({ name: 'Shop (copy)', request: task.request, status: 'DRAFT' })
    expect(copy).toMatchObject({ ...described, key: null })
    expect((await get(ada, `/notifications?taskId=${id}`)).json<{ results: object[] }>().results).toHaveLength(1)
    expect(namesOf(await list(ada))).toEqual(['Shop'])
  })
})

describe('search', () => {
  let ada: TestUser
  beforeAll(async () => {
    ada = await test.signUp('Searcher')
    await makeTask(ada, { name: '100% up_time', target: { uri: 'https://Shop.example/health' } })
    await makeTask(ada, { name: 'Prices', target: { uri: 'https://example.com/a_b?discount=5%25' } })
    await makeTask(ada, { name: String.raw`back\slash`, target: { uri: 'https://other.example/' } })
    await makeTask(ada, { name: null, target: { uri: 'https://nameless.example/' } })
  })

  it.each([
    ['PRICE', ['Prices']],
    ['shop', ['100% up_time']],
    ['.example', [null, String.raw`back\slash`, '100% up_time']],
    ['100%', ['100% up_time']],
    ['0%0', []],
    ['_', ['Prices', '100% up_time']],
    ['%', ['Prices', '100% up_time']],
    ['\\', [String.raw`back\slash`]],
    ["'; drop table tasks; --", []],
    ['no such thing', []],
  ])('[AP-14, TL-18] “%s” is looked for as written, in name and URL', async (search, found) => {
    const page = await list(ada, `?search=${encodeURIComponent(search)}`)
    expect(namesOf(page)).toEqual(found)
    expect(page.total).toBe(found.length)
  })

  it('[AP-14] beyond its end, a search still counts its hits only', async () => {
    expect(await list(ada, '?search=shop&page=1')).toMatchObject({ results: [], total: 1, page: 1 })
  })
})

describe('a row', () => {
  let ada: TestUser
  beforeAll(async () => {
    ada = await test.signUp('Rower')
  })

  const rowOf = async (taskId: string): Promise<TaskListItem | undefined> =>
    (await list(ada)).results.find(({ id }) => id === taskId)

  it('[TL-07, TL-10..TL-13] carries the task as it reads alone', async () => {
    const active = await makeTask(ada, { name: 'Active', target: { method: 'PUT' } })
    const disabled = await makeTask(ada, { name: 'Disabled' })
    const stopped = (await post(ada, `/tasks/${disabled.id}/lifecycle/deactivate`)).json()
    expect(await rowOf(active.id)).toEqual({ ...active, recentRuns: [] })
    expect(await rowOf(disabled.id)).toEqual({ ...stopped, recentRuns: [] })
    expect((await rowOf(active.id))?.scheduler.nextExecutionDate).not.toBeNull()
  })

  it('[AP-14] carries its last 20 runs, newest first, and no other task’s', async () => {
    const [one, other] = [await makeTask(ada), await makeTask(ada)]
    const of = ({ id }: { id: string }) => ({ taskId: id, accountId: ada.accountId })
    const ids = await insertRuns(test, of(one), 22)
    const failed = { status: 'FAILED', errorCode: 'DNS_NOT_FOUND' } as const
    const others = await insertRun(test, of(other), failed)
    const newest = await insertRun(test, of(one), { status: 'SUCCEEDED', statusCode: 503, responseTimeMs: 12.5 })
    const runs = (await rowOf(one.id))?.recentRuns ?? []
    expect(runs.map(({ id }) => id)).toEqual([newest, ...ids.slice(0, 19)])
    expect(runs[0]).toEqual({
      id: newest,
      trigger: 'SCHEDULE',
      status: 'SUCCEEDED',
      statusCode: 503,
      errorCode: null,
      responseTimeMs: 12.5,
      createdAt: new Date(test.clock.now()).toISOString(),
    })
    expect((await rowOf(other.id))?.recentRuns).toMatchObject([
      { id: others, status: 'FAILED', errorCode: 'DNS_NOT_FOUND' },
    ])
  })

  it('follows a save at once', async () => {
    const task = await makeTask(ada, { name: 'Before' })
    await post(ada, `/tasks/${task.id}`, taskInput({ name: 'After', target: { uri: 'https://after.example/' } }))
    expect(await rowOf(task.id)).toMatchObject({
      name: 'After',
      request: { target: { uri: 'https://after.example/' } },
    })
  })
})
