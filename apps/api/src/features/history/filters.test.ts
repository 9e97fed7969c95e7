import { executionDetails, executions } from '@knockwire/db/schema/executions'
import { receivedRequests } from '@knockwire/db/schema/receivers'
import type { ExecutionPage } from '@knockwire/domain/executions/execution'
import { watchKey } from '@knockwire/domain/history/history-rules'
import type { ReceivedRequestPage } from '@knockwire/domain/receivers/receiver'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertDelivery } from '../../testing/rows/insert-delivery.ts'
import { insertReceived } from '../../testing/rows/insert-received.ts'
import { insertRun, insertRuns } from '../../testing/rows/insert-run.ts'
import { makeReceiver } from '../../testing/calls/receiver-calls.ts'
import { get, makeTask } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
let task: { taskId: string; accountId: string }
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())
let people = 0
beforeEach(async () => {
  ada = await test.signUp(`Ada${(people += 1)}`)
  task = { taskId: (await makeTask(ada)).id, accountId: ada.accountId }
})

const searchOf = (query: object) => new URLSearchParams(Object.entries(query)).toString()
const bytes = (text: string) => new TextEncoder().encode(text)
const list = async (query: Record<string, string>): Promise<ExecutionPage> => {
  const answer = await get(ada, `/tasks/${task.taskId}/executions?${searchOf(query)}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<ExecutionPage>()
}
const idsOf = ({ results }: { results: readonly { id: string }[] }) => results.map(({ id }) => id)

const answered = (statusCode: number) => ({ status: 'SUCCEEDED', statusCode, details: {} }) as const

describe('A history is searched by what the viewer shows', () => {
  const latin1 = (text: string) => Buffer.from(text, 'latin1')
  const hello = '\u{cf}\u{f0}\u{e8}\u{e2}\u{e5}\u{f2}'

  it.each([
    ['Привет', 'text/html; charset=windows-1251', latin1(`x ${hello}`)],
    ['Привет', 'text/html', latin1(`<meta charset="windows-1251">${hello}`)],
    ['Привет', 'text/xml', latin1(`<?xml version="1.0" encoding="windows-1251"?><a>${hello}</a>`)],
    ['Café', 'text/plain', latin1('un cafÉ, un cAFé')],
    ['café', 'text/plain; charset=ISO-8859-1', latin1('un caf\u{e9}')],
    ['Tea', 'text/plain', Buffer.from('\u{feff}tea', 'utf16le')],
    ['日本', 'text/plain; charset=Shift_JIS', Buffer.from([0x93, 0xfa, 0x96, 0x7b])],
    ['本語', 'text/plain; charset=ISO-2022-JP', latin1('a \u{1b}$BF|K\\8l\u{1b}(B b')],
    ['Київ', 'text/plain; charset=KOI8-U', Buffer.from([0xeb, 0xc9, 0xa7, 0xd7])],
    ['ไทย', 'text/plain; charset=windows-874', Buffer.from([0xe4, 0xb7, 0xc2])],
    ['Привет', 'application/json', Buffer.from('{"a":"Привет"}', 'utf16le')],
    ['Привет', 'application/json', Buffer.from('{"a":"Привет"}', 'utf16le').swap16()],
  ])('for %s in a body of %s', async (text, contentType, body) => {
    const details = { responseHeaders: [['Content-Type', contentType]], responseBody: body } as const
    const found = await insertRun(test, task, { ...answered(200), details })
    const other = { ...details, responseBody: Buffer.from('é 試験') }
    await insertRun(test, task, { ...answered(200), details: other })
    expect(idsOf(await list({ text }))).toEqual([found])
  })

  it('and takes no bytes of UTF-8 for another encoding’s', async () => {
    const details = {
      responseHeaders: [['Content-Type', 'application/json']],
      responseBody: bytes('{"a":"頁 試"}'),
    } as const
    await insertRun(test, task, { ...answered(200), details })
    expect(idsOf(await list({ text: 'é' }))).toEqual([])
  })
})

describe('A task’s history is narrowed down', () => {
  it('by result, code and trigger', async () => {
    const ok = await insertRun(test, task, answered(200))
    const missing = await insertRun(test, task, answered(404))
    const broken = await insertRun(test, task, { ...answered(503), trigger: 'TEST' })
    const failed = await insertRun(test, task, { status: 'FAILED', errorCode: 'TIMEOUT', details: {} })
    const unknown = await insertRun(test, task, { status: 'FAILED', errorCode: 'INCONCLUSIVE', details: {} })
    for (const [query, ids] of [
      [{ status: 'INCONCLUSIVE' }, [unknown]],
      [{ status: 'FAILED' }, [failed]],
      [{ status: 'FAILED,INCONCLUSIVE' }, [unknown, failed]],
      [{ status: 'SUCCEEDED' }, [ok]],
      [{ status: 'HTTP_ERROR' }, [broken, missing]],
      [{ status: 'FAILED,HTTP_ERROR' }, [failed, broken, missing]],
      [{ code: '404' }, [missing]],
      [{ code: '2xx,5xx' }, [broken, ok]],
      [{ trigger: 'TEST' }, [broken]],
      [{ trigger: 'SCHEDULE', status: 'HTTP_ERROR' }, [missing]],
    ] as const) {
      const page = await list(query)
      expect([query, idsOf(page)]).toEqual([query, ids])
      expect(page).toMatchObject({ total: ids.length, newest: ids[0] })
    }
  })

  it('by whether a notification was due', async () => {
    const [quiet, loud] = [await insertRun(test, task, answered(200)), await insertRun(test, task, answered(500))]
    await insertDelivery(test, { accountId: ada.accountId, subjectId: loud, status: 'DELIVERED' })
    expect(idsOf(await list({ notified: 'true' }))).toEqual([loud])
    expect(idsOf(await list({ notified: 'false' }))).toEqual([quiet])
  })

  it('by time, and each time leads to its page', async () => {
    const ids = await insertRuns(test, task, 25)
    const { createdAt } = (await list({ page: '1' })).results[4] ?? { createdAt: '' }
    expect(idsOf(await list({ from: createdAt, size: '50' }))).toEqual(ids.slice(0, 15))
    expect(idsOf(await list({ to: createdAt, size: '50' }))).toEqual(ids.slice(14))
    expect(await list({ at: createdAt })).toMatchObject({ page: 1, total: 25 })
    expect(idsOf(await list({ at: '2000-01-01T00:00:00Z' }))).toEqual(ids.slice(20))
    expect(idsOf(await list({ at: '2000-01-01T00:00:00Z', size: '25' }))).toEqual(ids)
    expect(await list({ at: '2100-01-01T00:00:00Z' })).toMatchObject({ page: 0 })
  })

  it.each([
    ['the response body, in any case', 'PRICE'],
    ['the request body', 'two sugars'],
    ['the URL', '/orders?'],
    ['the URL that answered', 'elsewhere.example'],
    ['letters beyond ASCII', 'Zürich'],
    ['a percent sign and an underscore, which stand for themselves', '100%_'],
    ['a backslash', '\\d'],
  ])('by a text in %s', async (_where, text) => {
    await insertRun(test, task, { ...answered(200), details: { responseBody: bytes('nothing') } })
    const request = { uri: 'https://a.example/orders?x=1', method: 'POST', headers: [], body: 'two sugars' } as const
    const responseBody = bytes('{"price":7,"city":"Zürich","rate":"100%_\\d"}')
    const details = { request, responseBody, finalUri: 'https://elsewhere.example/' }
    const found = await insertRun(test, task, { ...answered(200), details })
    const binary = Uint8Array.from([0, 255, 1])
    await insertRun(test, task, { ...answered(200), details: { responseBody: binary } })
    expect(idsOf(await list({ text }))).toEqual([found])
  })

  it.each([{ code: '1000' }, { code: 'x' }, { status: 'GONE' }, { trigger: 'X' }, { from: 'yesterday' }, { text: '' }])(
    'not by %o, which is rejected',
    async (query) => {
      const answer = await get(ada, `/tasks/${task.taskId}/executions?${searchOf(query)}`)
      expect(answer.statusCode).toBeGreaterThanOrEqual(400)
      expect(answer.statusCode).toBeLessThan(500)
    },
  )

  it('for its owner alone', async () => {
    const eve = await test.signUp('Eve')
    expect((await get(eve, `/tasks/${task.taskId}/executions?status=FAILED`)).statusCode).toBe(404)
    expect((await get(eve, `/tasks/${task.taskId}/executions?after=${task.taskId}`)).statusCode).toBe(404)
  })
})

describe('A poll', () => {
  const bytesOf = async (query: Record<string, string>) => {
    const answer = await get(ada, `/tasks/${task.taskId}/executions?${searchOf(query)}`)
    return { size: Buffer.byteLength(answer.body), page: answer.json<ExecutionPage>() }
  }
  const mebibyte = { ...answered(200), details: { responseBody: bytes('x'.repeat(1_048_576)) } }

  it('[AP-30, TH-41] carries under 1 KB where nothing is new, and under 3 KB with a new row, whatever the bodies', async () => {
    const after = await insertRun(test, task, mebibyte)
    const nothing = await bytesOf({ after })
    expect(nothing.page).toMatchObject({ results: [], hasNewItem: false, total: 1, newer: 0, newest: after })
    expect(nothing.size).toBeLessThan(1024)
    const newer = await insertRun(test, task, mebibyte)
    for (let count = 0; count < 5; count++) {
      await insertDelivery(test, { accountId: ada.accountId, subjectId: newer, status: 'PENDING' })
    }
    const one = await bytesOf({ after })
    expect(one.page).toMatchObject({ hasNewItem: true, total: 2, newer: 1, newest: newer })
    expect(idsOf(one.page)).toEqual([newer])
    expect(one.size).toBeLessThan(3072)
    expect((await bytesOf({})).size).toBeLessThan(3072)
  })

  it('carries of watched rows those that changed', async () => {
    const running = await insertRun(test, task, { status: 'RUNNING' })
    const done = await insertRun(test, task, answered(200))
    const shown = (await list({})).results
    const watch = shown.map(watchKey).join(',')
    expect(await list({ after: done, watch })).toMatchObject({ results: [], hasNewItem: false })
    await test.db.update(executions).set({ status: 'FAILED', errorCode: 'TIMEOUT' }).where(eq(executions.id, running))
    const changed = await list({ after: done, watch })
    expect(changed).toMatchObject({ hasNewItem: true, newer: 0 })
    expect(changed.results.map(({ id, status }) => [id, status])).toEqual([[running, 'FAILED']])
    await insertDelivery(test, { accountId: ada.accountId, subjectId: done, status: 'PENDING' })
    expect(idsOf(await list({ after: done, watch }))).toEqual([done, running])
  })

  it('watches no rows of another history', async () => {
    const other = { taskId: (await makeTask(ada)).id, accountId: ada.accountId }
    const elsewhere = await insertRun(test, other, answered(200))
    const after = await insertRun(test, task, answered(200))
    expect((await list({ after, watch: `${elsewhere}~RUNNING,none,` })).results).toEqual([])
  })

  it('counts all that is newer, and carries a page of it; a page can be kept as it was', async () => {
    const old = await insertRuns(test, task, 12)
    const ids = await insertRuns(test, task, 15)
    const polled = await list({ after: old[0] ?? '' })
    expect(polled).toMatchObject({ newer: 15, newest: ids[0], total: 27 })
    expect(idsOf(polled)).toEqual(ids.slice(0, 10))
    const kept = await list({ until: old[0] ?? '', page: '1' })
    expect(kept).toMatchObject({ total: 12, page: 1 })
    expect(idsOf(kept)).toEqual(old.slice(10))
  })

  it('of a filtered history carries what matches', async () => {
    const after = await insertRun(test, task, answered(500))
    await insertRun(test, task, answered(200))
    const broken = await insertRun(test, task, answered(502))
    const polled = await list({ after, code: '5xx' })
    expect(polled).toMatchObject({ newer: 1, total: 1, newest: broken })
    expect(idsOf(polled)).toEqual([broken])
  })
})

describe('A receiver’s history', () => {
  it('is narrowed down, and polled, alike', async () => {
    const receiver = await makeReceiver(ada)
    const listReceived = async (query: Record<string, string>) =>
      (await get(ada, `/receivers/${receiver.id}/executions?${searchOf(query)}`)).json<ReceivedRequestPage>()
    const [ok = ''] = await insertReceived(test, receiver.id, 1, { url: '/r/x/hook?order=77' })
    const [failed = ''] = await insertReceived(test, receiver.id, 1, { responseCode: 500, error: 'Line 1: no.' })
    const [missing = ''] = await insertReceived(test, receiver.id, 1, {
      responseCode: 410,
      requestBody: bytes('LATTE'),
    })
    for (const [query, ids] of [
      [{ status: 'SUCCEEDED' }, [ok]],
      [{ status: 'FAILED' }, [failed]],
      [{ status: 'HTTP_ERROR' }, [missing]],
      [{ code: '4xx' }, [missing]],
      [{ text: 'order=77' }, [ok]],
      [{ text: 'latte' }, [missing]],
      [{ notified: 'false' }, []],
      [{ after: failed }, [missing]],
    ] as const) {
      const page = await listReceived(query)
      expect([query, idsOf(page)]).toEqual([query, ids])
    }
    const many = await insertReceived(test, receiver.id, 1, { requestBody: bytes('x'.repeat(1_000_000)) })
    const one = await get(ada, `/receivers/${receiver.id}/executions?after=${missing}`)
    expect(idsOf(one.json())).toEqual(many)
    expect(Buffer.byteLength(one.body)).toBeLessThan(3072)
    const none = await get(ada, `/receivers/${receiver.id}/executions?after=${many[0]}`)
    expect(Buffer.byteLength(none.body)).toBeLessThan(1024)
  })
})

describe('The pages of a history are read by the index, in its order', () => {
  it.each([
    ['task', executions, 'executions_history', sql`task_id`],
    ['receiver', receivedRequests, 'received_requests_history', sql`receiver_id`],
  ])('of a %s', async (_whose, table, index, owner) => {
    const { rows } = await test.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      await tx.execute(sql`set local enable_bitmapscan = off`)
      return tx.execute<{ 'QUERY PLAN': string }>(
        sql`explain select ${table.id} from ${table} where ${owner} = ${task.taskId}::uuid order by ${table.id} desc nulls last limit 20`,
      )
    })
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(new RegExp(`Index Only Scan using ${index}`))
    expect(plan).not.toMatch(/Sort/)
  })
})

it('the details of an execution without a body have none', async () => {
  const id = await insertRun(test, task, answered(204))
  await test.db.delete(executionDetails).where(eq(executionDetails.executionId, id))
  expect((await list({})).results[0]?.response).toEqual({ statusCode: 204, bodyBytes: 0 })
})
