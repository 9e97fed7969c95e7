import { deliveries } from '@knockwire/db/schema/notifications'
import { completions, sentRequests } from '@knockwire/db/schema/executions'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { textBody } from '@knockwire/domain/bodies/http-body'
import type {
  DetailedExecutionPage,
  ExecutionRow,
  ExecutionView,
  ExecutionWithPage,
} from '@knockwire/domain/executions/execution'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertDelivery } from '../../testing/rows/insert-delivery.ts'
import { insertRun, insertRuns } from '../../testing/rows/insert-run.ts'
import { get, makeTask } from '../../testing/calls/task-calls.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let test: TestApp
let ada: TestUser
let task: { taskId: string; accountId: string }
beforeAll(async () => {
  test = await createTestApp()
  ada = await test.signUp('Ada')
  task = { taskId: (await makeTask(ada)).id, accountId: ada.accountId }
})
afterAll(() => test.close())

const getRun = async (executionId: string): Promise<ExecutionWithPage> => {
  const answer = await get(ada, `/tasks/${task.taskId}/executions/${executionId}`)
  expect(answer.statusCode).toBe(200)
  return answer.json<ExecutionWithPage>()
}

const bytes = (text: string) => new TextEncoder().encode(text)

it('[TH-42, TH-21..TH-26] a run that succeeded shows what was sent and what came', async () => {
  const startedAt = new Date(test.clock.now() + 1200)
  const id = await insertRun(test, task, {
    status: 'SUCCEEDED',
    startedAt,
    statusCode: 201,
    responseTimeMs: 81.5,
    details: {
      request: {
        uri: 'https://example.com/a',
        method: 'POST',
        headers: [
          ['Accept', 'text/plain'],
          ['Cookie', '********'],
        ],
        body: 'hi',
      },
      responseHeaders: [['Content-Type', 'text/plain; charset=iso-8859-1']],
      responseBody: Uint8Array.from([0x5a, 0xfc]),
      finalUri: 'https://example.com/b',
      redirects: 1,
      timing: { connectMs: 20, firstByteMs: 60, totalMs: 81.5 },
    },
  })
  const createdAt = new Date(test.clock.now()).toISOString()
  const { _embedded, ...view } = await getRun(id)
  expect(view).toEqual({
    id,
    taskId: task.taskId,
    status: 'SUCCEEDED',
    trigger: 'SCHEDULE',
    createdAt,
    scheduledFor: createdAt,
    startedAt: startedAt.toISOString(),
    lagMs: Math.max(0, startedAt.getTime() - Date.parse(createdAt)),
    responseTimeMs: 81.5,
    waitsUntil: null,
    timing: { connectMs: 20, firstByteMs: 60, totalMs: 81.5 },
    request: {
      uri: 'https://example.com/a',
      method: 'POST',
      headers: [
        ['Accept', 'text/plain'],
        ['Cookie', '********'],
      ],
      body: textBody('hi', 2),
    },
    response: {
      statusCode: 201,
      headers: [['Content-Type', 'text/plain; charset=iso-8859-1']],
      // The bytes of another charset are not those of the text, so they are given as well.
      body: { ...textBody('Zü', 2), base64: 'Wvw=' },
      finalUri: 'https://example.com/b',
    },
    error: null,
    notificationResults: [],
    conditionProblems: [],
  } satisfies ExecutionView)
  expect(_embedded.results[0]).toEqual({
    id,
    taskId: task.taskId,
    status: 'SUCCEEDED',
    trigger: 'SCHEDULE',
    createdAt,
    scheduledFor: createdAt,
    startedAt: startedAt.toISOString(),
    lagMs: Math.max(0, startedAt.getTime() - Date.parse(createdAt)),
    responseTimeMs: 81.5,
    response: { statusCode: 201, bodyBytes: 2 },
    error: null,
    notificationResults: [],
  } satisfies ExecutionRow)
})

it('[TH-42] a run whose request is stored once for several shows what it sent itself', async () => {
  const hash = uuidv7()
  const team = ['X-Team', 'red'] as const
  const headers = [team, ['Knockwire-Execution-Id', null], team] as const
  const request = { uri: 'https://example.com/a', method: 'PUT', headers, body: 'long' } as const
  await test.db.insert(sentRequests).values({ taskId: task.taskId, hash, request, lastUsedAt: new Date() })
  const outcome = { status: 'FAILED', errorCode: 'TIMEOUT', details: { request: null, requestHash: hash } } as const
  for (const id of [await insertRun(test, task, outcome), await insertRun(test, task, outcome)]) {
    const sent = { ...request, body: textBody('long', 4), headers: [team, ['Knockwire-Execution-Id', id], team] }
    expect((await getRun(id)).request).toEqual(sent)
  }
})

it('[TH-42] a run whose request could not be read shows what the task sends', async () => {
  const details = { request: null, errorMessage: 'The request could not be read.' }
  const id = await insertRun(test, task, { status: 'FAILED', errorCode: 'INTERNAL', details })
  expect((await getRun(id)).request).toMatchObject({ method: 'GET', body: textBody('', 0) })
  expect((await getRun(id)).request.uri).toMatch(/^http/)
})

it('[TH-29, TH-42] a run that failed shows why, and no response', async () => {
  const id = await insertRun(test, task, {
    status: 'FAILED',
    errorCode: 'TIMEOUT',
    details: { errorMessage: 'The target did not respond within 30 seconds.' },
  })
  expect(await getRun(id)).toMatchObject({
    status: 'FAILED',
    response: null,
    error: { code: 'TIMEOUT', message: 'Timeout', details: 'The target did not respond within 30 seconds.' },
  })
})

it('[TH-42] a run that was cut off before it kept anything still shows why', async () => {
  const id = await insertRun(test, task, { status: 'FAILED', errorCode: 'INTERRUPTED' })
  expect(await getRun(id)).toMatchObject({
    request: { uri: 'https://example.com/ping' },
    error: { code: 'INTERRUPTED', message: 'Interrupted', details: 'Interrupted' },
  })
})

it.each([
  ['binary', Uint8Array.from([1, 0, 2]), { encoding: 'base64', content: 'AQAC', bytes: 3, isTruncated: false }],
  ['empty', null, textBody('', 0)],
  ['cut', bytes('abc'), textBody('abc', 3, true)],
])('[TH-26] a %s body is shown as such', async (name, responseBody, shown) => {
  const details = { responseBody, responseHeaders: [], isTruncated: name === 'cut' }
  const id = await insertRun(test, task, { status: 'SUCCEEDED', statusCode: 200, details })
  expect((await getRun(id)).response).toMatchObject({ statusCode: 200, body: shown })
})

it('a long page with details leaves out the bodies that would not fit in memory, and says so', async () => {
  const other = { taskId: (await makeTask(ada)).id, accountId: ada.accountId }
  const mebibyte = bytes('x'.repeat(1_048_576))
  const ended = {
    status: 'SUCCEEDED',
    statusCode: 200,
    details: { responseBody: mebibyte, responseHeaders: [] },
  } as const
  for (let made = 0; made < 18; made++) await insertRun(test, other, ended)
  const bodiesOf = async (query: string) => {
    const { results } = (
      await get(ada, `/tasks/${other.taskId}/executions?include=details&${query}`)
    ).json<DetailedExecutionPage>()
    return results.map(({ response }) => [
      response?.body.content.length,
      response?.body.bytes,
      response?.body.isTruncated,
    ])
  }
  const repeat = <T>(row: T, times: number) => Array.from({ length: times }, () => row)
  const whole = [1_048_576, 1_048_576, false]
  expect(await bodiesOf('size=10')).toEqual(repeat(whole, 10))
  expect(await bodiesOf('size=20')).toEqual([...repeat(whole, 16), ...repeat([0, 1_048_576, true], 2)])
})

it('[TH-28] an execution shows what became of each notification, and of no other run’s', async () => {
  const [one, other] = [await insertRun(test, task), await insertRun(test, task)]
  const delivery = {
    accountId: ada.accountId,
    notificationId: uuidv7(),
    type: 'EMAIL',
    recipient: 'ada@example.com',
    occasion: 'HOLDS',
    createdAt: new Date(),
  } as const
  const deliveredAt = new Date(test.clock.now())
  const verdict = { description: 'Status code is at least 500', value: 503 }
  await test.db.insert(deliveries).values([
    { ...delivery, id: uuidv7(), subjectId: one, status: 'DELIVERED', attempts: 2, deliveredAt, verdict },
    { ...delivery, id: uuidv7(), subjectId: other, status: 'FAILED', error: 'No such mailbox.' },
  ])
  expect((await getRun(one)).notificationResults).toEqual([
    {
      id: expect.any(String),
      response: null,
      notificationId: delivery.notificationId,
      type: 'EMAIL',
      recipient: 'ada@example.com',
      condition: 'Status code is at least 500',
      status: 'DELIVERED',
      attempts: 2,
      error: null,
      joinedTo: null,
      deliveredAt: deliveredAt.toISOString(),
      nextAttemptAt: null,
    },
  ])
  expect((await getRun(other)).notificationResults).toMatchObject([
    { status: 'FAILED', error: 'No such mailbox.', condition: null },
  ])
})

it('[AP-31, TH-33] an execution comes with the page that it stands on', async () => {
  const long = { taskId: (await makeTask(ada)).id, accountId: ada.accountId }
  const ids = await insertRuns(test, long, 25)
  for (const [index, page] of [
    [0, 0],
    [9, 0],
    [10, 1],
    [24, 2],
  ] as const) {
    const answer = await get(ada, `/tasks/${long.taskId}/executions/${ids[index]}`)
    const execution = answer.json<ExecutionWithPage>()
    expect(execution.id).toBe(ids[index])
    expect(execution._embedded).toMatchObject({ total: 25, page })
    expect(execution._embedded.results.map(({ id }) => id)).toEqual(ids.slice(page * 10, page * 10 + 10))
  }
})

it('[AP-31, ER-32] an execution that is not there, or is of another task, is 404', async () => {
  const other = { taskId: (await makeTask(ada)).id, accountId: ada.accountId }
  const elsewhere = await insertRun(test, other)
  for (const id of [uuidv7(), elsewhere, 'none']) {
    expect((await get(ada, `/tasks/${task.taskId}/executions/${id}`)).statusCode).toBe(404)
  }
})

it('[TH-28] a notification that waits after a failure says when it is tried next, and one that has ended does not', async () => {
  const subjectId = await insertRun(test, task, { status: 'SUCCEEDED' })
  const nextAttemptAt = new Date(test.clock.now() + 60_000)
  const failed = { accountId: ada.accountId, subjectId, deliveredAt: null, error: 'No answer.', nextAttemptAt }
  await insertDelivery(test, { ...failed, status: 'PENDING' })
  await insertDelivery(test, { ...failed, status: 'FAILED' })
  expect((await getRun(subjectId)).notificationResults).toMatchObject([
    { status: 'PENDING', nextAttemptAt: nextAttemptAt.toISOString() },
    { status: 'FAILED', nextAttemptAt: null },
  ])
})

it('[TH-28] a notification says which condition triggered it, or what is true again, and a long condition is cut', async () => {
  const subjectId = await insertRun(test, task, { status: 'SUCCEEDED' })
  const delivery = { accountId: ada.accountId, subjectId }
  const verdict = { description: 'Status code equals 500', value: 500 }
  await insertDelivery(test, { ...delivery, verdict })
  const recovery = { ...verdict, recovery: 'Status code is no longer 500', value: 200 }
  await insertDelivery(test, { ...delivery, occasion: 'RECOVERED', verdict: recovery })
  await insertDelivery(test, { ...delivery, verdict: { ...verdict, description: 'x'.repeat(501) } })
  expect((await getRun(subjectId)).notificationResults.map(({ condition }) => condition)).toEqual([
    'Status code equals 500',
    'Recovered: Status code is no longer 500',
    `${'x'.repeat(499)}…`,
  ])
})

it('a body that was sent in another charset than UTF-8 is shown as text, with the bytes that went out', async () => {
  const id = await insertRun(test, task, {
    status: 'SUCCEEDED',
    statusCode: 204,
    details: {
      request: {
        uri: 'https://example.com/a',
        method: 'POST',
        headers: [['Content-Type', 'text/plain; charset=iso-8859-1']],
        body: 'café',
      },
      finalUri: 'https://example.com/a',
    },
  })
  const base64 = Buffer.from('café', 'latin1').toString('base64')
  expect((await getRun(id)).request.body).toEqual({ ...textBody('café', 4), base64 })
})

it('a run that waits says until when, also where its time is longer because the server was away', async () => {
  const ids = { executionId: await insertRun(test, task, { status: 'WAITING' }), ...task }
  const [deadlineAt, checkAt] = [new Date(test.clock.now()), new Date(test.clock.now() + 60_000)]
  await test.db.insert(completions).values({ ...ids, deadlineAt, checkAt })
  expect((await getRun(ids.executionId)).waitsUntil).toBe(checkAt.toISOString())
})
