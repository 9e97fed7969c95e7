import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { insertReceived } from '../../testing/rows/insert-received.ts'
import { insertRun } from '../../testing/rows/insert-run.ts'
import { makeReceiver } from '../../testing/calls/receiver-calls.ts'
import { get, makeTask } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

interface Part {
  total: number
  newer: number
  newest: string | null
}

type Query = (...values: unknown[]) => unknown

let test: TestApp
let ada: TestUser
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
})
afterAll(() => test.close())

/** Does something once the first statement of this call that reads the history's total is answered, and before the next. */
const withinCall = async <T>(call: () => Promise<T>, interrupt: () => Promise<unknown>): Promise<T> => {
  const client = await test.appPool.connect()
  const prototype = Object.getPrototypeOf(client) as { query: Query }
  client.release()
  let isDone = false
  const query: Query = prototype.query
  const spy = vi.spyOn(prototype, 'query').mockImplementation(function (this: unknown, ...values) {
    const sql = JSON.stringify(values[0])
    if (isDone || !/executions_total|receiver_counters/.test(sql)) return query.apply(this, values)
    isDone = true
    const callback = values.at(-1)
    if (typeof callback !== 'function') {
      return (query.apply(this, values) as Promise<pg.QueryResult>).then(async (result) => {
        await interrupt()
        return result
      })
    }
    const answer = async (...results: unknown[]) => {
      await interrupt()
      callback(...results)
    }
    return query.apply(this, [...values.slice(0, -1), answer])
  })
  const result = await call()
  spy.mockRestore()
  expect(isDone).toBe(true)
  return result
}

describe.each<[string, () => Promise<{ path: string; record: () => Promise<string> }>]>([
  [
    'task',
    async () => {
      const { id: taskId } = await makeTask(ada)
      const record = () => insertRun(test, { taskId, accountId: ada.accountId })
      return { path: `/tasks/${taskId}/executions`, record }
    },
  ],
  [
    'receiver',
    async () => {
      const { id } = await makeReceiver(ada)
      const record = async () => (await insertReceived(test, id, 1))[0] ?? ''
      return { path: `/receivers/${id}/executions`, record }
    },
  ],
])('what is recorded in the history of a %s while it is read', (_, makeOwner) => {
  const open = async () => {
    const { path, record } = await makeOwner()
    const first = await record()
    const list = async (search: string): Promise<Part> => {
      const answer = await get(ada, `${path}${search}`)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json<Part>()
    }
    return { first, record, list }
  }

  it('is in the total of a poll where it is among what is newer, and in neither otherwise', async () => {
    const { first, record, list } = await open()
    const poll = await withinCall(() => list(`?after=${first}`), record)
    const next = await list(`?after=${poll.newest ?? first}`)
    expect([poll.total, next.total]).toEqual([1 + poll.newer, poll.total + next.newer])
    expect(next.total).toBe(2)
  })

  it('is in the total of a page where it is on the page, and in neither otherwise', async () => {
    const { record, list } = await open()
    const page = await withinCall(() => list(''), record)
    const poll = await list(`?after=${page.newest}`)
    expect(poll.total).toBe(page.total + poll.newer)
    expect(poll.total).toBe(2)
  })
})
