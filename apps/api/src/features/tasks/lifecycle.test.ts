import { dueChannel } from '@knockwire/db/channels'
import { executions, testedRequests } from '@knockwire/db/schema/executions'
import { schedules, tasks } from '@knockwire/db/schema/tasks'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { get, makeDraft, makeTask, post, remove, taskInput } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { testsPerMinute } from './lifecycle.ts'

let test: TestApp
let ada: TestUser
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
})
afterAll(() => test.close())

const scheduleOf = async (taskId: string) => {
  const [row] = await test.db.select().from(schedules).where(eq(schedules.taskId, taskId))
  return row
}

const queuedJobs = async () => {
  const { rows } = await test.pool.query<{ data: { executionIds: string[] } }>(
    `select data from pgboss.job where name = 'run'`,
  )
  return rows.flatMap(({ data }) => data.executionIds)
}

it('[AP-28, TD-23] a deactivation answers the disabled task and leaves no due time', async () => {
  const task = await makeTask(ada)
  const answer = await post(ada, `/tasks/${task.id}/lifecycle/deactivate`)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({
    ...task,
    version: task.version + 1,
    status: 'DISABLED',
    scheduler: { ...task.scheduler, status: 'DISABLED', disabledReason: 'USER', nextExecutionDate: null },
  })
  expect(await scheduleOf(task.id)).toMatchObject({ dueAt: null })
})

it('deactivating again keeps the reason that the task was disabled for', async () => {
  const task = await makeTask(ada)
  const failed = { status: 'DISABLED', disabledReason: 'FAILURES', dueAt: null } as const
  await test.db.update(schedules).set(failed).where(eq(schedules.taskId, task.id))
  const answer = await post(ada, `/tasks/${task.id}/lifecycle/deactivate`)
  expect(answer.json()).toMatchObject({ scheduler: { disabledReason: 'FAILURES' } })
})

it('[AP-27, TD-22] activating starts over, from now, with no failures counted', async () => {
  const task = await makeTask(ada)
  const failed = { status: 'DISABLED', disabledReason: 'FAILURES', dueAt: null, consecutiveFailures: 3 } as const
  await test.db.update(schedules).set(failed).where(eq(schedules.taskId, task.id))
  const answer = await post(ada, `/tasks/${task.id}/lifecycle/activate`)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ status: 'ACTIVE', scheduler: { disabledReason: null } })
  const schedule = await scheduleOf(task.id)
  expect(schedule).toMatchObject({ consecutiveFailures: 0, dueAt: schedule?.anchorAt })
  expect(answer.json().scheduler.nextExecutionDate).toBe(schedule?.dueAt?.toISOString())
})

it('[AP-27] an active task that is activated again keeps its times', async () => {
  const task = await makeTask(ada)
  const answers = await Promise.all([1, 2].map(() => post(ada, `/tasks/${task.id}/lifecycle/activate`)))
  for (const answer of answers) expect(answer.json()).toEqual(task)
})

it('[AP-27, ER-31] a one-time task whose time has passed is rejected, with errors and a message to show', async () => {
  const soon = Math.floor(Date.now() / 1000) + 60
  const task = await makeTask(ada, { scheduler: { mode: 'ONE_TIME', oneTimeModeEpochSecond: soon } })
  const past = { oneTimeModeEpochSecond: soon - 3600, status: 'DISABLED', disabledReason: 'DONE', dueAt: null } as const
  await test.db.update(schedules).set(past).where(eq(schedules.taskId, task.id))
  const answer = await post(ada, `/tasks/${task.id}/lifecycle/activate`)
  expect(answer.statusCode).toBe(422)
  const { message, errors } = answer.json()
  expect(errors).toEqual({ oneTimeModeEpochSecond: message })
  expect(message).toContain('past')
  expect(await scheduleOf(task.id)).toMatchObject({ status: 'DISABLED', disabledReason: 'DONE' })
})

it('a draft cannot be activated past the plan', async () => {
  const id = await makeDraft(ada)
  await post(ada, `/tasks/${id}`, taskInput())
  expect((await post(ada, `/tasks/${id}/lifecycle/activate`)).statusCode).toBe(409)
  expect((await get(ada, `/tasks/${id}`)).json()).toMatchObject({ status: 'DRAFT' })
})

it('activating wakes dispatch with the time that is due', async () => {
  const listener = new pg.Client({ connectionString: test.url })
  await listener.connect()
  const heard: (string | undefined)[] = []
  listener.on('notification', ({ payload }) => heard.push(payload))
  await listener.query(`listen ${dueChannel}`)
  const task = await makeTask(ada)
  await expect.poll(() => heard).toContain(String(Date.parse(task.scheduler.nextExecutionDate ?? '')))
  await listener.end()
})

it('[AP-26, TD-18] a test queues one run, and changes nothing else', async () => {
  const active = await makeTask(ada)
  const disabled = await makeTask(ada)
  await post(ada, `/tasks/${disabled.id}/lifecycle/deactivate`)
  const draft = await makeDraft(ada)
  await post(ada, `/tasks/${draft}`, taskInput())
  for (const id of [active.id, disabled.id, draft]) {
    const before = [(await get(ada, `/tasks/${id}`)).json(), await scheduleOf(id)]
    const answer = await post(ada, `/tasks/${id}/lifecycle/test`)
    expect(answer.statusCode).toBe(202)
    const { executionId } = answer.json<{ executionId: string }>()
    const rows = await test.db.select().from(executions).where(eq(executions.taskId, id))
    expect(rows).toEqual([
      expect.objectContaining({ id: executionId, trigger: 'TEST', status: 'QUEUED', accountId: ada.accountId }),
    ])
    expect(await queuedJobs()).toContain(executionId)
    const after = [(await get(ada, `/tasks/${id}`)).json(), { ...(await scheduleOf(id)), executionsTotal: 0 }]
    expect(after).toEqual(before)
  }
})

it('a draft whose request cannot be made is not tested', async () => {
  const id = await makeDraft(ada)
  const answer = await post(ada, `/tasks/${id}/lifecycle/test`)
  expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['requestUrl']])
  expect(await test.db.select().from(executions).where(eq(executions.taskId, id))).toEqual([])
})

const requestOf = (...changes: Parameters<typeof taskInput>) => ({ request: taskInput(...changes).request })

const testedRequestOf = async (answer: { json: () => { executionId: string } }) => {
  const { executionId } = answer.json()
  const [row] = await test.db.select().from(testedRequests).where(eq(testedRequests.executionId, executionId))
  return row?.request
}

it('a draft is tested with the request that comes with the call, and stays as it was', async () => {
  const id = await makeDraft(ada)
  const before = (await get(ada, `/tasks/${id}`)).json()
  const request = requestOf({ target: { uri: ' https://example.com/typed ', headers: [['X-Unit', 'C']] } })
  const answer = await post(ada, `/tasks/${id}/lifecycle/test`, request)
  expect([answer.statusCode, answer.json().version]).toEqual([202, 'UNSAVED'])
  expect(await testedRequestOf(answer)).toMatchObject({
    uri: 'https://example.com/typed',
    headers: [['X-Unit', 'C']],
  })
  expect((await get(ada, `/tasks/${id}`)).json()).toEqual(before)
  const { executionId } = answer.json()
  expect(await queuedJobs()).toContain(executionId)
  // Its history shows it before it has run.
  const shown = (await get(ada, `/tasks/${id}/executions/${executionId}`)).json()
  expect(shown).toMatchObject({ status: 'QUEUED', request: { uri: 'https://example.com/typed' } })
})

it('a test says whether it sends what is saved: without a request, or with one that differs in nothing, it does', async () => {
  const target = { basicAuth: { status: 'ENABLED', username: 'ada', password: 'open sesame' } } as const
  const { id } = await makeTask(ada, { target })
  const kept = { basicAuth: { status: 'ENABLED', username: 'ada' } } as const
  const versionOf = async (payload?: object) => {
    const answer = await post(ada, `/tasks/${id}/lifecycle/test`, payload)
    return [answer.json().version, (await testedRequestOf(answer)) !== undefined]
  }
  expect(await versionOf()).toEqual(['SAVED', false])
  expect(await versionOf({})).toEqual(['SAVED', false])
  expect(await versionOf(requestOf({ target: kept }))).toEqual(['SAVED', false])
  expect(await versionOf(requestOf({ target }))).toEqual(['SAVED', false])
  expect(await versionOf(requestOf({ target: { ...kept, method: 'PUT' } }))).toEqual(['UNSAVED', true])
  const other = { basicAuth: { ...target.basicAuth, password: 'another' } }
  expect(await versionOf(requestOf({ target: other }))).toEqual(['UNSAVED', true])
})

it('secrets of a request that is only tested are kept encrypted', async () => {
  const { id } = await makeTask(ada)
  const request = requestOf({
    target: {
      headers: [['Authorization', 'Bearer sesame-header']],
      basicAuth: { status: 'ENABLED', username: 'ada', password: 'sesame-password' },
    },
  })
  const tested = await testedRequestOf(await post(ada, `/tasks/${id}/lifecycle/test`, request))
  expect(tested?.basicAuth.password).not.toBeNull()
  expect(JSON.stringify(tested)).not.toContain('sesame')
})

it('a request that cannot be made is not tested, and neither is the stored one in its place', async () => {
  const { id } = await makeTask(ada)
  const invalid: [object, string[]][] = [
    [{ uri: 'http://10.0.0.1/' }, ['requestUrl']],
    [{ uri: '' }, ['requestUrl']],
    [{ headers: [['X-Ünï', '1']] }, ['requestHeaders']],
    [{ basicAuth: { status: 'ENABLED', username: 'ada' } }, ['requestBasicAuthPassword']],
  ]
  for (const [target, fields] of invalid) {
    const answer = await post(ada, `/tasks/${id}/lifecycle/test`, {
      request: { target: { ...taskInput().request.target, ...target } },
    })
    expect([answer.statusCode, Object.keys(answer.json().errors ?? {})]).toEqual([422, fields])
  }
  expect(await test.db.select().from(executions).where(eq(executions.taskId, id))).toEqual([])
})

it('deleting a task deletes what is to be tested of it', async () => {
  const { id } = await makeTask(ada)
  await post(ada, `/tasks/${id}/lifecycle/test`, requestOf({ target: { method: 'PUT' } }))
  await remove(ada, `/tasks/${id}?deactivate=true`)
  expect(await test.db.select().from(testedRequests).where(eq(testedRequests.taskId, id))).toEqual([])
})

it('an account tests at most so often a minute, exactly, and learns when it may again', async () => {
  const eve = await test.signUp('Eve')
  const task = await makeTask(eve)
  const answers = await Promise.all(
    Array.from({ length: testsPerMinute + 5 }, () => post(eve, `/tasks/${task.id}/lifecycle/test`)),
  )
  const rejected = answers.filter(({ statusCode }) => statusCode === 429)
  expect(rejected).toHaveLength(5)
  expect(rejected[0]?.json()).toMatchObject({ code: 'RATE_LIMITED' })
  const waitSeconds = Number(rejected[0]?.headers['retry-after'])
  expect(waitSeconds).toBeGreaterThan(0)
  expect(await test.db.select().from(executions).where(eq(executions.taskId, task.id))).toHaveLength(testsPerMinute)
  test.clock.advance(waitSeconds * 1000)
  expect((await post(eve, `/tasks/${task.id}/lifecycle/test`)).statusCode).toBe(202)
})

it('[AP-24] opening a task is noted', async () => {
  const task = await makeTask(ada)
  test.clock.advance(5000)
  const answer = await post(ada, `/tasks/${task.id}/update-last-open-time`)
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
  const opened = (await get(ada, `/tasks/${task.id}`)).json()
  expect(opened.lastOpenedAt).toBe(new Date(test.clock.now()).toISOString())
})

it('[AP-25, DR-12] leaving for Slack is noted, and keeps the draft from being cleaned away', async () => {
  const id = await makeDraft(ada)
  test.clock.advance(5000)
  expect((await post(ada, `/tasks/${id}/update-last-slack-setup-time`)).statusCode).toBe(204)
  const [row] = await test.db.select().from(tasks).where(eq(tasks.id, id))
  const now = new Date(test.clock.now())
  expect([row?.lastSlackSetupAt, row?.updatedAt]).toEqual([now, now])
})

it('[AP-24] an empty body under a JSON content type is no body', async () => {
  const task = await makeTask(ada)
  const url = `/api/v1/tasks/${task.id}/update-last-open-time`
  const headers = { 'content-type': 'application/json' }
  expect((await ada.inject({ method: 'POST', url, headers })).statusCode).toBe(204)
})
