import { executions } from '@knockwire/db/schema/executions'
import { rejectedRequests } from '@knockwire/db/schema/receivers'
import { schedules } from '@knockwire/db/schema/tasks'
import { ReceiverNews, TaskNews } from '@knockwire/domain/history/news'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeReceiver } from '../../testing/calls/receiver-calls.ts'
import { get, makeTask, post, taskInput } from '../../testing/calls/task-calls.ts'
import { insertReceived } from '../../testing/rows/insert-received.ts'
import { insertRun } from '../../testing/rows/insert-run.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
})
afterAll(() => test.close())

const ended = { status: 'SUCCEEDED', statusCode: 200, responseTimeMs: 40 } as const

const newsOfTask = async (taskId: string, query = ''): Promise<TaskNews> => {
  const response = await get(ada, `/tasks/${taskId}/news${query}`)
  expect(response.statusCode, response.body).toBe(200)
  return TaskNews.parse(response.json())
}

const newsOfReceiver = async (receiverId: string, query = ''): Promise<ReceiverNews> => {
  const response = await get(ada, `/receivers/${receiverId}/news${query}`)
  expect(response.statusCode, response.body).toBe(200)
  return ReceiverNews.parse(response.json())
}

/** The statements on what belongs to a task or receiver, of what is read meanwhile. */
const statementsOf = async (read: () => Promise<unknown>): Promise<string[]> => {
  const client = await test.appPool.connect()
  const prototype = Object.getPrototypeOf(client) as { query: (...values: unknown[]) => unknown }
  client.release()
  const spy = vi.spyOn(prototype, 'query')
  await read()
  const statements = spy.mock.calls.map(([statement]) => JSON.stringify(statement))
  spy.mockRestore()
  return statements.filter((text) => /executions|schedules|received_requests|receivers|rollups/.test(text))
}

describe('the news of a task', () => {
  it('hold the rows that are new and, where its state changed, the task, its health and the series of its chart', async () => {
    const { id: taskId } = await makeTask(ada)
    const run = (outcome: Parameters<typeof insertRun>[2]) =>
      insertRun(test, { taskId, accountId: ada.accountId }, outcome)
    const first = await run(ended)
    const opened = await newsOfTask(taskId)
    expect(opened).toMatchObject({ rows: null, changed: { task: { id: taskId, status: 'ACTIVE' }, series: null } })
    expect(opened.changed?.health.recentRuns.map(({ id }) => id)).toEqual([first])

    const second = await run({ ...ended, statusCode: 503 })
    const news = await newsOfTask(
      taskId,
      `?after=${first}&seen=${opened.state}&chartRange=page&chartSource=response_code`,
    )
    expect(news.rows).toMatchObject({ results: [{ id: second }], newer: 1, newest: second })
    expect(news.changed?.health.recentRuns.map(({ id }) => id)).toEqual([second, first])
    expect(news.changed?.series).toMatchObject({ range: 'page', source: 'response_code' })
    expect(news.changed?.series?.points.results.map(({ executionId }) => executionId)).toEqual([first, second])
    const range = await newsOfTask(taskId, `?after=${second}&chartRange=24h`)
    expect(range.changed?.series).toMatchObject({ range: '24h', source: 'response_time' })
  })

  it('cost one statement where nothing happened, and hold nothing', async () => {
    const { id: taskId } = await makeTask(ada)
    const newest = await insertRun(test, { taskId, accountId: ada.accountId }, ended)
    const { state } = await newsOfTask(taskId)
    let news: TaskNews | undefined
    const poll = async () => (news = await newsOfTask(taskId, `?after=${newest}&seen=${state}&chartRange=24h`))
    expect(await statementsOf(poll)).toHaveLength(1)
    expect(news).toMatchObject({ rows: { results: [], newer: 0, total: 1 }, state, changed: null })
    expect(await statementsOf(() => newsOfTask(taskId, `?seen=${state}`))).toHaveLength(1)
  })

  it('have another state after each change that its page shows', async () => {
    const { id: taskId } = await makeTask(ada)
    const runId = await insertRun(test, { taskId, accountId: ada.accountId }, { status: 'RUNNING' })
    const changes: (() => Promise<unknown>)[] = [
      () => post(ada, `/tasks/${taskId}`, taskInput({ name: 'Renamed' })),
      () => post(ada, `/tasks/${taskId}/lifecycle/deactivate`),
      () => post(ada, `/tasks/${taskId}/lifecycle/activate`),
      () => test.db.update(executions).set({ status: 'FAILED' }).where(eq(executions.id, runId)),
      () => test.db.update(schedules).set({ failingRuns: 1 }).where(eq(schedules.taskId, taskId)),
      () =>
        test.db
          .update(schedules)
          .set({ dueAt: new Date(test.clock.now() + 999_000) })
          .where(eq(schedules.taskId, taskId)),
    ]
    const states = [(await newsOfTask(taskId)).state]
    for (const change of changes) {
      await change()
      const { state, changed } = await newsOfTask(taskId, `?seen=${states.at(-1)}`)
      expect(changed).not.toBeNull()
      states.push(state)
    }
    expect(new Set(states).size).toBe(changes.length + 1)
  })
})

describe('the news of a receiver', () => {
  it('hold the rows that are new and, where its state changed, the receiver and what it rejected', async () => {
    const { id } = await makeReceiver(ada)
    const [first = ''] = await insertReceived(test, id, 1)
    const opened = await newsOfReceiver(id)
    expect(opened).toMatchObject({
      rows: null,
      changed: { receiver: { id, status: 'DISABLED' }, rejected: { results: [] } },
    })

    const [second] = await insertReceived(test, id, 1)
    const arrived = await newsOfReceiver(id, `?after=${first}&seen=${opened.state}`)
    expect(arrived).toMatchObject({ rows: { results: [{ id: second }], newer: 1 } })

    const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000)
    await test.db.insert(rejectedRequests).values({ receiverId: id, minute, reason: 'TOO_LARGE', count: 3 })
    const rejected = await newsOfReceiver(id, `?after=${second}&seen=${arrived.state}`)
    expect(rejected.changed?.rejected.results).toMatchObject([{ reason: 'TOO_LARGE', lastHour: 3 }])
    await post(ada, `/receivers/${id}/lifecycle/activate`)
    const active = await newsOfReceiver(id, `?after=${second}&seen=${rejected.state}`)
    expect(active).toMatchObject({ rows: { isActive: true }, changed: { receiver: { status: 'ACTIVE' } } })
  })

  it('cost one statement where nothing happened, and hold nothing', async () => {
    const { id } = await makeReceiver(ada)
    const [newest] = await insertReceived(test, id, 1)
    const { state } = await newsOfReceiver(id)
    let news: ReceiverNews | undefined
    const poll = async () => (news = await newsOfReceiver(id, `?after=${newest}&seen=${state}`))
    expect(await statementsOf(poll)).toHaveLength(1)
    expect(news).toMatchObject({ rows: { results: [], newer: 0 }, state, changed: null })
  })
})
