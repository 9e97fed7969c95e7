import { heartbeatChanges, heartbeats } from '@knockwire/db/schema/receivers'
import { schedules } from '@knockwire/db/schema/tasks'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { defaultExpectation } from '@knockwire/domain/heartbeats/heartbeat-rules'
import type { OverviewView } from '@knockwire/domain/overview/overview'
import type { TaskPage } from '@knockwire/domain/tasks/task'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinAs } from '../../testing/calls/member-calls.ts'
import { makeReceiver } from '../../testing/calls/receiver-calls.ts'
import { type Asker, get, makeDraft, makeTask, post } from '../../testing/calls/task-calls.ts'
import { insertRun } from '../../testing/rows/insert-run.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
})
afterAll(() => test.close())

const overviewOf = async (asker: Asker): Promise<OverviewView> => {
  const answer = await get(asker, '/overview')
  expect(answer.statusCode).toBe(200)
  return answer.json<OverviewView>()
}

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)

const schedule = (taskId: string, changes: Partial<typeof schedules.$inferInsert>) =>
  test.db.update(schedules).set(changes).where(eq(schedules.taskId, taskId))

const makeHeartbeat = async (user: TestUser, name: string, changes: Partial<typeof heartbeats.$inferInsert>) => {
  const { id } = await makeReceiver(user)
  await post(user, `/receivers/${id}`, { name, expectation: defaultExpectation })
  await post(user, `/receivers/${id}/lifecycle/activate`)
  await test.db.update(heartbeats).set(changes).where(eq(heartbeats.receiverId, id))
  return id
}

it('of an account without tasks and receivers, nothing is wrong', async () => {
  expect(await overviewOf(ada)).toEqual({
    tasks: { counts: { DEACTIVATED: 0, FAILING: 0, LATE: 0, ACTIVE: 0, DISABLED: 0 }, problems: 0, results: [] },
    receivers: {
      counts: { ACTIVE: 0, DISABLED: 0 },
      heartbeats: { NEW: 0, UP: 0, RUNNING: 0, LATE: 0, DOWN: 0, PAUSED: 0 },
      problems: 0,
      results: [],
    },
  })
})

describe('of tasks', () => {
  let owner: TestUser
  const ids: Record<string, string> = {}
  beforeAll(async () => {
    owner = await test.signUp('Tasks')
    await makeDraft(owner)
    for (const name of ['well', 'off', 'failing', 'deactivated', 'late', 'running', 'inconclusive'])
      ids[name] = (await makeTask(owner, { name })).id
    const id = (name: string) => ids[name] ?? ''
    const ran = (name: string, outcome: Parameters<typeof insertRun>[2]) =>
      insertRun(test, { taskId: id(name), accountId: owner.accountId }, outcome)
    await ran('well', { status: 'SUCCEEDED', statusCode: 200 })
    await post(owner, `/tasks/${id('off')}/lifecycle/deactivate`)
    await ran('failing', { status: 'SUCCEEDED', statusCode: 503 })
    await schedule(id('failing'), { failingSince: ago(600), failingRuns: 10 })
    await ran('deactivated', { status: 'FAILED', statusCode: null, errorCode: 'TIMEOUT' })
    const stopped = { status: 'DISABLED', disabledReason: 'FAILURES', dueAt: null } as const
    await schedule(id('deactivated'), { ...stopped, failingSince: ago(7200), failingRuns: 50 })
    await schedule(id('late'), { dueAt: ago(300) })
    await schedule(id('running'), { dueAt: ago(300), inFlightExecutionId: uuidv7() })
    await ran('inconclusive', { status: 'FAILED', statusCode: null, errorCode: 'INCONCLUSIVE' })
  })

  it('those are named that fail, were deactivated for it, or do not run, the worst first, and counts all', async () => {
    const { tasks } = await overviewOf(owner)
    expect(tasks.counts).toEqual({ DEACTIVATED: 1, FAILING: 1, LATE: 1, ACTIVE: 5, DISABLED: 2 })
    expect(tasks.problems).toBe(3)
    expect(tasks.results).toMatchObject([
      { name: 'deactivated', problem: 'DEACTIVATED', failingRuns: 50, statusCode: null, errorCode: 'TIMEOUT' },
      { name: 'failing', problem: 'FAILING', failingRuns: 10, statusCode: 503, errorCode: null },
      { name: 'late', problem: 'LATE', uri: 'https://example.com/ping', statusCode: null },
    ])
    const late = Date.parse(tasks.results[2]?.since ?? '')
    expect(Math.abs(late - ago(300).getTime())).toBeLessThan(60_000)
  })

  it('the failing ones are those that the list of tasks has as failing', async () => {
    const { tasks } = await overviewOf(owner)
    const { results } = (await get(owner, '/tasks?status=FAILING')).json<TaskPage>()
    expect(tasks.counts.FAILING + tasks.counts.DEACTIVATED).toBe(results.length)
  })

  it('the late ones are those that the list of tasks has as late', async () => {
    const { counts } = (await overviewOf(owner)).tasks
    const late = (await get(owner, '/tasks?status=LATE')).json<TaskPage>()
    expect(late.results.map(({ name }) => name)).toEqual(['late'])
    expect([late.total, late.counts.LATE, counts.LATE]).toEqual([1, 1, 1])
  })

  it('no more than 20 are listed, and all are counted', async () => {
    const many = await test.signUp('Many')
    for (let made = 0; made < 22; made += 1) {
      const { id } = await makeTask(many, { name: `${made}` })
      await schedule(id, { dueAt: ago(120 + made) })
    }
    const { tasks } = await overviewOf(many)
    expect([tasks.problems, tasks.counts.LATE, tasks.results.length]).toEqual([22, 22, 20])
    expect(tasks.results[0]?.name).toBe('0')
  })
})

describe('of receivers', () => {
  it('those are named of which an expected call is late or missing, and since when and why', async () => {
    const owner = await test.signUp('Receivers')
    await makeReceiver(owner)
    const expectedAt = ago(60)
    const lastSignalAt = ago(3660)
    const changeId = uuidv7()
    await makeHeartbeat(owner, 'up', { state: 'UP', expectedAt: ago(-60) })
    await makeHeartbeat(owner, 'late', { state: 'UP', lastSignalAt, expectedAt })
    const down = await makeHeartbeat(owner, 'down', { state: 'DOWN', since: expectedAt, lastSignalAt, changeId })
    const change = {
      id: changeId,
      receiverId: down,
      at: expectedAt,
      state: 'DOWN',
      reason: 'SILENT',
      durationMs: 70_000,
    } as const
    await test.db.insert(heartbeatChanges).values(change)
    const { receivers } = await overviewOf(owner)
    expect(receivers).toMatchObject({
      counts: { ACTIVE: 3, DISABLED: 1 },
      heartbeats: { NEW: 0, UP: 1, RUNNING: 0, LATE: 1, DOWN: 1, PAUSED: 0 },
      problems: 2,
    })
    expect(receivers.results).toMatchObject([
      { id: down, name: 'down', state: 'DOWN', reason: 'SILENT', duration: 70_000, since: expectedAt.toISOString() },
      { name: 'late', mode: 'EVERY', state: 'LATE', reason: null, duration: null, since: expectedAt.toISOString() },
    ])
    expect(receivers.results[0]?.lastSignalAt).toBe(lastSignalAt.toISOString())
  })
})

it('is seen by each member of the account, and has nothing of other accounts', async () => {
  const owner = await test.signUp('Owner')
  const { id } = await makeTask(owner, { name: 'ours' })
  await schedule(id, { dueAt: ago(300) })
  for (const role of ['EDITOR', 'VIEWER'] as const) {
    const member = await test.signUp(role)
    await joinAs(test, owner, member, role)
    expect((await overviewOf(member)).tasks.results.map(({ name }) => name)).toEqual(['ours'])
  }
  expect((await overviewOf(await test.signUp('Stranger'))).tasks.problems).toBe(0)
  expect((await test.inject({ url: '/api/v1/overview' })).statusCode).toBe(401)
})
