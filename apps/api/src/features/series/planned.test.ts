import { missedRuns, schedulePauses } from '@knockwire/db/schema/tasks'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertRun } from '../../testing/rows/insert-run.ts'
import { get, makeTask, post, taskInput } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
})
afterAll(() => test.close())

const minute = 60_000

it('each time in which a task was disabled is told, however few of the missed runs a page has', async () => {
  const { id: taskId } = await makeTask(ada)
  const hourAgo = (hours: number) => new Date(Date.now() - hours * 60 * minute)
  await test.db
    .insert(schedulePauses)
    .values(Array.from({ length: 25 }, (_, n) => ({ taskId, fromAt: hourAgo(2 * n + 2), toAt: hourAgo(2 * n + 1) })))
  for (const query of ['', '?size=1', '?size=5&page=3'])
    expect((await get(ada, `/tasks/${taskId}/planned-runs${query}`)).json().disabled).toHaveLength(25)
})

it('the planned times of a task that did not run are listed with their reasons, the newest first', async () => {
  const { id: taskId } = await makeTask(ada)
  const empty = { results: [], total: 0, page: 0, lag: null, disabled: [] }
  expect((await get(ada, `/tasks/${taskId}/planned-runs`)).json()).toEqual(empty)
  const runningExecutionId = uuidv7()
  const at = (minutes: number) => new Date(Date.UTC(2026, 2, 1, 10, minutes))
  const range = { taskId, isAtLeast: false, runningExecutionId: null, awayFrom: null, awayTo: null }
  const away = { ...range, id: uuidv7(), reason: 'AWAY', fromAt: at(1), toAt: at(12), runs: 12 } as const
  const skipped = { ...range, id: uuidv7(), reason: 'OVERLAP', fromAt: at(20), toAt: at(20), runs: 1 } as const
  await test.db.insert(missedRuns).values([
    { ...away, awayFrom: at(0), awayTo: at(13) },
    { ...skipped, runningExecutionId },
  ])
  const listed = (await get(ada, `/tasks/${taskId}/planned-runs`)).json()
  expect(listed).toMatchObject({ total: 2, page: 0 })
  expect(listed.results).toEqual([
    {
      id: skipped.id,
      reason: 'OVERLAP',
      from: at(20).toISOString(),
      to: at(20).toISOString(),
      runs: 1,
      isAtLeast: false,
      runningExecutionId,
      awayFrom: null,
      awayTo: null,
    },
    {
      id: away.id,
      reason: 'AWAY',
      from: at(1).toISOString(),
      to: at(12).toISOString(),
      runs: 12,
      isAtLeast: false,
      runningExecutionId: null,
      awayFrom: at(0).toISOString(),
      awayTo: at(13).toISOString(),
    },
  ])
  const second = (await get(ada, `/tasks/${taskId}/planned-runs?size=1&page=1`)).json()
  expect(second.results).toMatchObject([{ id: away.id }])
  const stranger = await test.signUp('Eve')
  expect((await get(stranger, `/tasks/${taskId}/planned-runs`)).statusCode).toBe(404)
})

it('a task says how long after their times its executions started, in the row, whole, and over 30 days', async () => {
  const { id: taskId } = await makeTask(ada)
  const task = { taskId, accountId: ada.accountId }
  const startedMs = test.clock.now() - minute
  for (let ms = 1; ms <= 100; ms++) {
    const scheduledFor = new Date(startedMs - ms)
    await insertRun(test, task, { scheduledFor, startedAt: new Date(startedMs), trigger: 'SCHEDULE' })
  }
  await insertRun(test, task, { startedAt: new Date(startedMs + 5000), trigger: 'TEST' })
  const { lag } = (await get(ada, `/tasks/${taskId}/planned-runs`)).json()
  expect(lag).toEqual({ runs: 100, p50Ms: 50, p99Ms: 99 })
  const { results } = (await get(ada, `/tasks/${taskId}/executions?size=2`)).json()
  expect(results).toMatchObject([
    { trigger: 'TEST', lagMs: null },
    { trigger: 'SCHEDULE', lagMs: 100 },
  ])
  const whole = (await get(ada, `/tasks/${taskId}/executions/${results[1].id}`)).json()
  expect(whole).toMatchObject({ lagMs: 100 })
})

it('a task keeps what it does about missed times where a save does not say, and rejects what it cannot do', async () => {
  const { id: taskId } = await makeTask(ada)
  const save = (scheduler: object) => post(ada, `/tasks/${taskId}`, taskInput({ scheduler }))
  expect((await save({})).json().scheduler).toMatchObject({ catchUp: 'ONCE', catchUpSecond: null })
  const chosen = { catchUp: 'ALL', catchUpSecond: 3600 }
  expect((await save(chosen)).json().scheduler).toMatchObject(chosen)
  const before = (await get(ada, `/tasks/${taskId}`)).json()
  const again = (await save({})).json()
  expect(again.scheduler).toMatchObject(chosen)
  // Nothing changed: anyone who reads the task meanwhile has no conflict.
  expect(again.version).toBe(before.version)
  expect((await save({ catchUpSecond: 59 })).json()).toMatchObject({ errors: { catchUpSecond: 'Enter 60 or more.' } })
  const copy = (await post(ada, `/tasks/${taskId}/duplicate`)).json()
  expect((await get(ada, `/tasks/${copy.id}`)).json().scheduler).toMatchObject(chosen)
})
