import { schedules } from '@knockwire/db/schema/tasks'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { get, makeDraft, makeTask, post, taskInput } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
beforeAll(async () => {
  test = await createTestApp({ settings: { requestsPerMinute: 100_000 } })
  ada = await test.signUp('Ada')
})
afterAll(() => test.close())

const scheduleOf = async (taskId: string) => {
  const [row] = await test.db.select().from(schedules).where(eq(schedules.taskId, taskId))
  if (row === undefined) throw new Error('There is no schedule.')
  return row
}

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600

it('[AP-16..AP-18, AP-20, TD-26, SC-27] Save keeps all that was sent and answers the task', async () => {
  const task = await makeTask(ada)
  const input = taskInput({
    name: '  Renamed ',
    scheduler: {
      mode: 'CUSTOM',
      intervalSecond: 300,
      expression: '0 9 * * 1-5',
      timezone: 'Europe/Zurich',
      oneTimeModeEpochSecond: inAnHour(),
      oneTimeModeTimezone: 'Asia/Tokyo',
    },
    target: {
      uri: ' https://example.com/hook?x=1 ',
      method: 'POST',
      headers: { Accept: 'application/json', ' X-Trimmed ': 'yes', '': 'dropped' },
      body: '{"a": "ü"}',
      basicAuth: { status: 'ENABLED', username: 'ada', password: 'lovelace' },
      followRedirect: false,
      allowInsecureCerts: true,
    },
  })
  const answer = await post(ada, `/tasks/${task.id}`, input)
  expect(answer.statusCode).toBe(200)
  const saved = {
    id: task.id,
    version: task.version + 1,
    completion: null,
    name: 'Renamed',
    status: 'ACTIVE',
    key: null,
    description: null,
    labels: {},
    managedBy: null,
    createdAt: task.createdAt,
    lastOpenedAt: null,
    scheduler: {
      ...input.scheduler,
      catchUp: 'ONCE',
      catchUpSecond: null,
      status: 'ACTIVE',
      disabledReason: null,
      nextExecutionDate: expect.stringMatching(/T0[78]:00:00.000Z$/),
    },
    request: {
      target: {
        ...input.request.target,
        uri: 'https://example.com/hook?x=1',
        headers: [
          ['Accept', 'application/json'],
          ['X-Trimmed', 'yes'],
        ],
        basicAuth: { status: 'ENABLED', username: 'ada', passwordSet: true },
      },
    },
    notificationCount: 0,
  }
  expect(answer.json()).toEqual(saved)
  expect((await get(ada, `/tasks/${task.id}`)).json()).toEqual(saved)
})

it('a save keeps headers in their order, those of one name apart', async () => {
  const headers: [string, string][] = [
    ['X-Twice', '1'],
    ['10', 'ten'],
    ['Authorization', 'Bearer one'],
    ['9', 'nine'],
    ['x-twice', '2'],
    ['Authorization', 'Bearer two'],
  ]
  const task = await makeTask(ada, { target: { headers } })
  expect(task.request.target.headers).toEqual(headers)
  expect((await get(ada, `/tasks/${task.id}`)).json().request.target.headers).toEqual(headers)
})

it('[RE-02] a task needs no name', async () => {
  const task = await makeTask(ada, { name: null })
  expect(task.name).toBeNull()
  const answer = await post(ada, `/tasks/${task.id}`, taskInput({ name: '   ' }))
  expect(answer.json()).toMatchObject({ name: null })
})

it('an active task keeps its times unless its schedule itself changes', async () => {
  const task = await makeTask(ada, { scheduler: { intervalSecond: 600 } })
  const before = await scheduleOf(task.id)
  const otherModesFields = { intervalSecond: 600, expression: '* * * * *', timezone: 'UTC' }
  await post(ada, `/tasks/${task.id}`, taskInput({ name: 'Other', scheduler: otherModesFields }))
  expect(await scheduleOf(task.id)).toMatchObject({
    anchorAt: before.anchorAt,
    dueAt: before.dueAt,
    expression: '* * * * *',
  })

  await post(ada, `/tasks/${task.id}`, taskInput({ scheduler: { intervalSecond: 60 } }))
  const after = await scheduleOf(task.id)
  expect(after.anchorAt?.getTime()).toBeGreaterThan(before.anchorAt?.getTime() ?? Infinity)
  expect(after.dueAt).toEqual(after.anchorAt)
})

it('a disabled task stays without a time when its schedule is saved', async () => {
  const task = await makeTask(ada)
  await post(ada, `/tasks/${task.id}/lifecycle/deactivate`)
  const answer = await post(ada, `/tasks/${task.id}`, taskInput({ scheduler: { intervalSecond: 60 } }))
  expect(answer.json()).toMatchObject({
    status: 'DISABLED',
    scheduler: { intervalSecond: 60, nextExecutionDate: null },
  })
})

it('a task whose one time has been can be renamed, but not given a time in the past', async () => {
  const task = await makeTask(ada, { scheduler: { mode: 'ONE_TIME', oneTimeModeEpochSecond: inAnHour() } })
  const past = Math.floor(Date.now() / 1000) - 3600
  const done = { oneTimeModeEpochSecond: past, status: 'DISABLED', disabledReason: 'DONE', dueAt: null } as const
  await test.db.update(schedules).set(done).where(eq(schedules.taskId, task.id))
  const save = (oneTimeModeEpochSecond: number) =>
    post(ada, `/tasks/${task.id}`, taskInput({ name: 'Kept', scheduler: { mode: 'ONE_TIME', oneTimeModeEpochSecond } }))
  expect((await save(past)).json()).toMatchObject({ name: 'Kept', scheduler: { disabledReason: 'DONE' } })
  const rejected = await save(past - 60)
  expect([rejected.statusCode, Object.keys(rejected.json().errors)]).toEqual([422, ['oneTimeModeEpochSecond']])
})

it('a save leaves a run in flight alone', async () => {
  const task = await makeTask(ada, { scheduler: { intervalSecond: 600 } })
  const inFlightExecutionId = task.id
  await test.db.update(schedules).set({ inFlightExecutionId, executionsTotal: 7 }).where(eq(schedules.taskId, task.id))
  await post(ada, `/tasks/${task.id}`, taskInput({ scheduler: { intervalSecond: 60 } }))
  await post(ada, `/tasks/${task.id}/lifecycle/deactivate`)
  await post(ada, `/tasks/${task.id}/lifecycle/activate`)
  expect(await scheduleOf(task.id)).toMatchObject({ inFlightExecutionId, executionsTotal: 7, status: 'ACTIVE' })
})

it('[DR-06] two saves of a draft at once leave one of them whole', async () => {
  const id = await makeDraft(ada)
  const inputs = ['one', 'two', 'three'].map((name) => taskInput({ name, target: { body: name } }))
  const answers = await Promise.all(inputs.map((input) => post(ada, `/tasks/${id}`, input)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  const { name, request } = (await get(ada, `/tasks/${id}`)).json()
  expect(request.target.body).toBe(name)
})
