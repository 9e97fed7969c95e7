import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeNotification, notificationInput } from './testing/calls/notification-calls.ts'
import { makeReceiver } from './testing/calls/receiver-calls.ts'
import { get, makeTask, post, taskInput } from './testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from './testing/test-app.ts'

let test: TestApp
let ada: TestUser
let bob: TestUser
beforeAll(async () => {
  test = await createTestApp({ settings: { requestsPerMinute: 100_000 } })
  ada = await test.signUp('Ada')
  bob = await test.signUp('Bob')
})
afterAll(() => test.close())

interface Saved {
  id: string
  version: number
}

const ifMatch = (version: number) => ({ 'if-match': `"${version}"` })

interface Lifecycle {
  path: string
  make: () => Promise<Saved>
}

const lifecycles: Record<string, Lifecycle> = {
  'a task': { path: '/tasks', make: () => makeTask(ada) },
  'a receiver': { path: '/receivers', make: () => makeReceiver(ada) },
}

describe.each(Object.entries(lifecycles))('The state of %s', (_name, { path, make }) => {
  const call = (id: string, action: string, version?: number) =>
    ada.inject({
      method: 'POST',
      url: `/api/v1${path}/${id}/lifecycle/${action}`,
      ...(version !== undefined && { headers: ifMatch(version) }),
    })

  it('moves the version, and is not changed by a call that started from another one', async () => {
    const { id } = await make()
    const seen = (await get(ada, `${path}/${id}`)).json<Saved & { status: string }>()
    const [there, back] = seen.status === 'ACTIVE' ? ['deactivate', 'activate'] : ['activate', 'deactivate']
    const changed = await call(id, there ?? '', seen.version)
    expect(changed.statusCode).toBe(200)
    const moved = changed.json<Saved>()
    expect(moved.version).toBeGreaterThan(seen.version)
    const stale = await call(id, back ?? '', seen.version)
    expect([stale.statusCode, stale.json()]).toMatchObject([
      409,
      { code: 'OUT_OF_DATE', changedFields: ['status'], current: moved },
    ])
    expect((await call(id, back ?? '', moved.version)).statusCode).toBe(200)
  })

  it('is no conflict for a save, which does not write it', async () => {
    const { id } = await make()
    const seen = (await get(ada, `${path}/${id}`)).json<Saved & { name: string; status: string }>()
    await call(id, seen.status === 'ACTIVE' ? 'deactivate' : 'activate')
    const { status: _, ...unsaid } = seen
    const answer = await post(ada, `${path}/${id}`, { ...unsaid, name: 'Renamed' })
    expect([answer.statusCode, answer.json<{ name: string }>().name]).toEqual([200, 'Renamed'])
  })

  it('is a conflict for a save that says which one was read, and is not changed by a save', async () => {
    const { id } = await make()
    const seen = (await get(ada, `${path}/${id}`)).json<Saved & { name: string; status: string }>()
    await call(id, seen.status === 'ACTIVE' ? 'deactivate' : 'activate')
    const stale = await post(ada, `${path}/${id}`, { ...seen, name: 'Renamed' })
    expect([stale.statusCode, stale.json()]).toMatchObject([409, { code: 'OUT_OF_DATE', changedFields: ['status'] }])
    const { version: _, ...unversioned } = seen
    const forced = await post(ada, `${path}/${id}`, { ...unversioned, name: 'Renamed' })
    expect([forced.statusCode, forced.json<{ message: string }>().message]).toEqual([
      400,
      expect.stringContaining('lifecycle/activate'),
    ])
    expect((await get(ada, `${path}/${id}`)).json()).toMatchObject({ name: seen.name })
  })

  it('and everything else of it is not deleted by a call that started from another version', async () => {
    const { id } = await make()
    await call(id, 'deactivate')
    const { version } = (await get(ada, `${path}/${id}`)).json<Saved>()
    const remove = (seen: number, by = ada) =>
      by.inject({ method: 'DELETE', url: `/api/v1${path}/${id}`, headers: ifMatch(seen) })
    expect((await remove(version - 1)).statusCode).toBe(409)
    expect((await remove(version, bob)).statusCode).toBe(404)
    expect((await remove(version)).statusCode).toBe(204)
    expect((await get(ada, `${path}/${id}`)).statusCode).toBe(404)
  })
})

it('A notification is not deleted by a call that started from another version', async () => {
  const input = notificationInput((await makeTask(ada)).id)
  const { id, version } = await makeNotification(ada, input)
  const remove = (seen: number) =>
    ada.inject({ method: 'DELETE', url: `/api/v1/notifications/${id}`, headers: ifMatch(seen) })
  const stale = await remove(version + 1)
  expect([stale.statusCode, stale.json()]).toMatchObject([409, { code: 'OUT_OF_DATE', current: { id } }])
  expect((await remove(version)).statusCode).toBe(204)
})

it('[AP-22] Creating a task that was deactivated saves and activates it, in one call', async () => {
  const { id } = await makeTask(ada)
  await post(ada, `/tasks/${id}/lifecycle/deactivate`)
  const answer = await post(ada, `/tasks/${id}?activate=true`, taskInput({ name: 'Again' }))
  expect([answer.statusCode, answer.json()]).toMatchObject([200, { name: 'Again', status: 'ACTIVE' }])
  expect(answer.json<{ scheduler: object }>().scheduler).toMatchObject({ nextExecutionDate: expect.any(String) })
})

it('A deactivated task whose one time has passed is not activated by a save', async () => {
  const { id } = await makeTask(ada)
  await post(ada, `/tasks/${id}/lifecycle/deactivate`)
  const scheduler = { mode: 'ONE_TIME', oneTimeModeEpochSecond: 1_700_000_000, oneTimeModeTimezone: 'UTC' } as const
  await test.pool.query(
    `update schedules set mode = 'ONE_TIME', one_time_mode_epoch_second = 1700000000, one_time_mode_timezone = 'UTC' where task_id = $1`,
    [id],
  )
  const same = taskInput({ name: 'Same', scheduler: { ...taskInput().scheduler, ...scheduler } })
  expect((await post(ada, `/tasks/${id}`, same)).statusCode).toBe(200)
  const answer = await post(ada, `/tasks/${id}?activate=true`, same)
  expect([answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([
    422,
    ['oneTimeModeEpochSecond'],
  ])
  expect((await get(ada, `/tasks/${id}`)).json()).toMatchObject({ status: 'DISABLED' })
})

it('A task that fails too often and is deactivated for it has another version', async () => {
  const { id, version } = await makeTask(ada)
  await test.pool.query(
    `update schedules set status = 'DISABLED', disabled_reason = 'FAILURES', due_at = null where task_id = $1`,
    [id],
  )
  expect((await get(ada, `/tasks/${id}`)).json()).toMatchObject({ status: 'DISABLED', version: version + 1 })
  const stale = await ada.inject({
    method: 'POST',
    url: `/api/v1/tasks/${id}/lifecycle/activate`,
    headers: ifMatch(version),
  })
  expect(stale.statusCode).toBe(409)
})
