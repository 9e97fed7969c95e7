import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertReceived } from '../../testing/rows/insert-received.ts'
import { insertRuns } from '../../testing/rows/insert-run.ts'
import { makeReceiver } from '../../testing/calls/receiver-calls.ts'
import { get, makeTask } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
})
afterAll(() => test.close())

interface Page {
  results: { id: string }[]
  total: number
  newest: string | null
  newer: number
  hasNewItem: boolean
}

const idsOf = ({ results }: Page) => results.map(({ id }) => id)

/** Makes a history of so many items; answers its address and its ids, the oldest first. */
const histories: Record<string, (count: number) => Promise<{ url: string; ids: string[] }>> = {
  'a task': async (count) => {
    const { id: taskId } = await makeTask(ada)
    const newestFirst = await insertRuns(test, { taskId, accountId: ada.accountId }, count)
    return { url: `/tasks/${taskId}/executions`, ids: newestFirst.toReversed() }
  },
  'a receiver': async (count) => {
    const { id } = await makeReceiver(ada)
    const newestFirst = count === 0 ? [] : await insertReceived(test, id, count)
    return { url: `/receivers/${id}/executions`, ids: newestFirst.toReversed() }
  },
}

describe.each(Object.entries(histories))('The history of %s', (_whose, make) => {
  const list = async (url: string, query: string) => {
    const answer = await get(ada, `${url}?${query}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<Page>()
  }

  it('is read on from the last item that a program has, the oldest first, so that nothing is skipped', async () => {
    const { url, ids } = await make(23)
    const read: string[] = []
    const newer: number[] = []
    for (;;) {
      const after = read.at(-1)
      const page = await list(url, `order=oldest&size=10${after === undefined ? '' : `&after=${after}`}`)
      expect([page.newest, page.total]).toEqual([ids.at(-1), 23])
      if (!page.hasNewItem) break
      read.push(...idsOf(page))
      newer.push(page.newer)
    }
    expect(read).toEqual(ids)
    expect(newer).toEqual([0, 13, 3])
    expect(idsOf(await list(url, 'order=oldest&size=10&page=2'))).toEqual(ids.slice(20))
    expect(idsOf(await list(url, `order=oldest&size=10&until=${ids[4]}`))).toEqual(ids.slice(0, 5))
  })

  it('is read in that order with filters as well', async () => {
    const { url, ids } = await make(12)
    const filter = `from=2000-01-01T00:00:00Z&order=oldest&size=5`
    const first = await list(url, filter)
    expect([idsOf(first), first.total, first.newest]).toEqual([ids.slice(0, 5), 12, ids.at(-1)])
    const last = await list(url, `${filter}&after=${ids[9]}`)
    expect([idsOf(last), last.newer, last.newest]).toEqual([ids.slice(10), 2, ids.at(-1)])
  })

  it('always says which item is the newest', async () => {
    const { url, ids } = await make(3)
    const newest = ids.at(-1)
    const top = url.startsWith('/tasks') ? `${newest}-QUEUED` : newest
    for (const query of [
      '',
      'page=5',
      `pageTopObject=${top}`,
      `after=${newest}`,
      `after=${newest}&from=2000-01-01T00:00:00Z`,
      `after=${ids[0]}`,
    ]) {
      expect([query, (await list(url, query)).newest]).toEqual([query, newest])
    }
    const none = await make(0)
    expect((await list(none.url, '')).newest).toBeNull()
  })

  it('takes no other order', async () => {
    const { url } = await make(0)
    expect((await get(ada, `${url}?order=random`)).statusCode).toBe(400)
  })
})
