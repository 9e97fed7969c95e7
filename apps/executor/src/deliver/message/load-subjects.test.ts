import { shortExecutionPath } from '@knockwire/domain/executions/execution-path'
import { shortReceiverPath } from '@knockwire/domain/receivers/short-path'
import { verifiedEmails } from '@knockwire/db/schema/accounts'
import { receivedRequests } from '@knockwire/db/schema/receivers'
import { schedules, tasks } from '@knockwire/db/schema/tasks'
import { insertTestReceiver } from '@knockwire/db/testing/insert-receiver'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { testSecrets } from '@knockwire/services/channels/testing/message'
import { emailTo, now, seedDelivery, seedExecution, seedNotification, seedTask } from '../testing/seed.ts'
import { useDeliveries } from '../testing/use-deliveries.ts'

const { database, opened } = useDeliveries()

describe('what a delivery reports of an execution', () => {
  type Seed = Partial<Parameters<typeof seedDelivery>[1]>
  const report = async (
    delivery: Seed,
    ...rest: [Parameters<typeof seedExecution>[2]?, Parameters<typeof seedExecution>[3]?]
  ) => {
    const task = await seedTask(database().db)
    const notificationId = await seedNotification(database().db, task.accountId, task, emailTo(task.email))
    const subjectId = await seedExecution(database().db, task, ...rest)
    const id = await seedDelivery(database().db, { accountId: task.accountId, notificationId, subjectId, ...delivery })
    return { ...(await opened(id)).message, taskId: task.taskId }
  }

  it('is its task, condition and response, the headers decrypted', async () => {
    const scheduledFor = new Date('2026-11-22T04:31:00Z')
    const responseHeaders = [
      ['Content-Type', 'text/plain'],
      ['Set-Cookie', testSecrets.encrypt('session=1')],
    ] as const
    const words = { state: 'Changed', summary: 'status code changed from 200 to 500' } as const
    const verdict = {
      description: 'It changed',
      words,
      value: 500,
      previousValue: 200,
      since: '2026-11-22T04:00:00.000Z',
      count: 3,
    }
    const { values, summary, subjectId, taskId } = await report({ verdict }, { scheduledFor }, { responseHeaders })
    const url = `https://knockwire.example/dashboard/tasks/${taskId}/executions/${subjectId}`
    const shortUrl = `https://knockwire.example${shortExecutionPath(taskId, subjectId)}`
    expect(values).toEqual({
      task: { name: 'Shop front', url: expect.any(String) },
      condition: { description: 'It changed', value: 500, previousValue: 200, holds: true },
      execution: { url, shortUrl, scheduledFor: scheduledFor.toISOString(), status: 'SUCCEEDED', error: null },
      alert: { ...words, since: '2026-11-22T04:00:00.000Z', count: 3 },
      response: {
        code: 500,
        time: 123,
        headers: { 'content-type': 'text/plain', 'set-cookie': 'session=1' },
        body: 'It is down.',
      },
    })
    expect(summary).toEqual({
      states: [{ label: 'Changed', tone: 'neutral' }],
      title: 'Shop front',
      facts: [
        ['Before', '200'],
        ['Now', '500'],
        ['Response', 'It is down.'],
        ['When', 'Nov 22, 2026, 05:31:00 (Europe/Berlin)'],
        ['For', '3 executions in a row, 31 min'],
      ],
      action: { label: 'Open this execution', url },
    })
  })

  it('is why no response came', async () => {
    const failed = { status: 'FAILED', statusCode: null, responseTimeMs: null } as const
    const nothing = { responseHeaders: null, responseBody: null, errorMessage: 'The connection was refused.' }
    const { values, summary } = await report({}, failed, nothing)
    expect(values).toMatchObject({
      execution: { status: 'FAILED', error: 'The connection was refused.' },
      response: { code: null, time: null, headers: {}, body: null },
      alert: { state: 'Alert', since: null, count: null },
      condition: { previousValue: null },
    })
    expect(summary).toMatchObject({
      states: [{ label: 'Alert' }],
      facts: [['Now', 'The connection was refused.'], expect.anything()],
    })
  })

  it.each<[Seed, 'SCHEDULE' | 'TEST', object]>([
    [{ occasion: 'HOLDS' }, 'SCHEDULE', { description: 'Status code equals 500', holds: true }],
    [{ occasion: 'HOLDS' }, 'TEST', { description: 'Test run: Status code equals 500', holds: true }],
    [{ verdict: null }, 'SCHEDULE', { description: '', value: null }],
    [{ occasion: 'RECOVERED' }, 'SCHEDULE', { description: 'Recovered: Status code equals 500', holds: false }],
    [
      { occasion: 'RECOVERED', verdict: { description: 'D', recovery: 'Status code is 200', value: 200 } },
      'SCHEDULE',
      { description: 'Recovered: Status code is 200', value: 200, holds: false },
    ],
  ])('says the occasion before the condition: %o by %s', async (delivery, trigger, condition) => {
    const { values, summary } = await report(delivery, { trigger })
    expect(values).toMatchObject({ condition })
    expect(summary.states.some(({ label }) => label === 'Test')).toBe(trigger === 'TEST')
  })

  it('compares it with the execution before, of the task, ended and no test', async () => {
    const { db } = database()
    const task = await seedTask(db)
    const stranger = await seedTask(db)
    const notificationId = await seedNotification(db, task.accountId, task, emailTo(task.email))
    const factsOf = async (subjectId: string) => {
      const id = await seedDelivery(db, { accountId: task.accountId, notificationId, subjectId })
      return (await opened(id)).message.summary.facts.map(([label, value]) => `${label}: ${value}`)
    }
    await seedExecution(db, stranger, { statusCode: 404 })
    expect((await factsOf(await seedExecution(db, task, { statusCode: 201, responseTimeMs: 7 })))[0]).toBe(
      'Now: 201 in 7 ms',
    )
    await seedExecution(db, task, { trigger: 'TEST', statusCode: 418 })
    await seedExecution(db, task, { status: 'RUNNING', statusCode: null, responseTimeMs: null })
    expect(await factsOf(await seedExecution(db, task))).toEqual([
      'Before: 201 in 7 ms',
      'Now: 500 in 123 ms',
      'Response: It is down.',
      expect.stringMatching(/^When: /),
    ])
  })

  it('compares an alert after several in a row with the one before them, and with its error where it had no response', async () => {
    const { db } = database()
    const task = await seedTask(db)
    const notificationId = await seedNotification(db, task.accountId, task, emailTo(task.email))
    const minute = (at: number) => new Date(now.getTime() + at * 60_000)
    const run = (at: number, execution: object = {}, details: object = {}) =>
      seedExecution(db, task, { startedAt: minute(at), scheduledFor: minute(at), ...execution }, details)
    const beforeOf = async (subjectId: string, delivery: Seed) => {
      const id = await seedDelivery(db, { accountId: task.accountId, notificationId, subjectId, ...delivery })
      return (await opened(id)).message.summary.facts.find(([label]) => label === 'Before')?.[1]
    }
    const verdict = { description: 'D', value: 503, since: minute(2).toISOString(), count: 3 }
    await run(1, { statusCode: 200, responseTimeMs: 7 })
    const first = await run(2, { statusCode: 503, responseTimeMs: 5 })
    const nothing = { status: 'FAILED', statusCode: null, responseTimeMs: null }
    await run(3, nothing, { errorMessage: 'The connection was refused.' })
    const third = await run(4, { statusCode: 503, responseTimeMs: 6 })
    expect(await beforeOf(third, { verdict })).toBe('200 in 7 ms')
    expect(await beforeOf(first, { verdict: { ...verdict, count: 1 } })).toBe('200 in 7 ms')
    // A recovery is compared with the last for which the condition held.
    const recovered = await run(5, { statusCode: 200 })
    expect(await beforeOf(recovered, { occasion: 'RECOVERED', verdict })).toBe('503 in 6 ms')
    const other = await seedNotification(db, task.accountId, task, emailTo(task.email))
    const ofOther = await seedDelivery(db, {
      accountId: task.accountId,
      notificationId: other,
      subjectId: third,
      verdict: null,
    })
    expect((await opened(ofOther)).message.summary.facts[0]).toEqual(['Before', 'The connection was refused.'])
  })

  it('is in the zone of the schedule, of the single time where that has one, or in UTC', async () => {
    const { db } = database()
    const whenWith = async (zones: Partial<typeof schedules.$inferInsert> | null) => {
      const task = await seedTask(db)
      if (zones === null) await db.delete(schedules).where(eq(schedules.taskId, task.taskId))
      else await db.update(schedules).set(zones).where(eq(schedules.taskId, task.taskId))
      await db.update(tasks).set({ name: null }).where(eq(tasks.id, task.taskId))
      const notificationId = await seedNotification(db, task.accountId, task, emailTo(task.email))
      const subjectId = await seedExecution(db, task, { scheduledFor: new Date('2026-11-22T04:31:00Z') })
      const id = await seedDelivery(db, { accountId: task.accountId, notificationId, subjectId })
      return (await opened(id)).message.summary.facts.find(([label]) => label === 'When')?.[1]
    }
    expect(await whenWith({ timezone: 'Asia/Tokyo', oneTimeModeTimezone: 'Europe/Berlin' })).toContain(
      '13:31:00 (Asia/Tokyo)',
    )
    expect(await whenWith({ timezone: null, oneTimeModeTimezone: 'Europe/Berlin' })).toContain(
      '05:31:00 (Europe/Berlin)',
    )
    expect(await whenWith(null)).toContain('04:31:00 (')
  })
})

it('a delivery reports a received request with its headers decrypted, and what it was answered with', async () => {
  const { db } = database()
  const receiver = await insertTestReceiver(db, { name: 'Deployments', plan: 'HOBBY' })
  const email = `${receiver.accountId}@example.com`
  await db.insert(verifiedEmails).values({ accountId: receiver.accountId, address: email, verifiedAt: now })
  const subjectId = uuidv7()
  await db.insert(receivedRequests).values({
    id: subjectId,
    receiverId: receiver.id,
    createdAt: now,
    method: 'POST',
    url: '/r/token',
    remoteAddress: '203.0.113.7',
    responseCode: 201,
    requestHeaders: [['Authorization', testSecrets.encrypt('Bearer 1')]],
    requestBody: Buffer.from('{"ref":"main"}'),
    responseBody: 'Thanks',
    contentType: 'text/plain',
  })
  const notificationId = await seedNotification(db, receiver.accountId, { receiverId: receiver.id }, emailTo(email))
  const ids = { accountId: receiver.accountId, notificationId, subjectId }
  const id = await seedDelivery(db, { ...ids, occasion: 'REQUEST', verdict: null })
  const { attempt, message } = await opened(id)
  const detailUrl = `https://knockwire.example/dashboard/receivers/${receiver.id}/executions/${subjectId}`
  const shortUrl = `https://knockwire.example${shortReceiverPath(receiver.id, subjectId)}`
  expect([attempt.taskId, attempt.receiverId]).toEqual([null, receiver.id])
  expect(message.values).toEqual({
    heartbeat: {
      state: '',
      since: null,
      expectedAt: null,
      lastSignalAt: null,
      duration: null,
      exitCode: null,
      requests: null,
      usual: '',
    },
    receiver: { name: 'Deployments', url: `https://in.example/r/${receiver.token}`, detailUrl, shortUrl },
    request: {
      method: 'POST',
      headers: { authorization: 'Bearer 1' },
      body: '{"ref":"main"}',
      form: {},
      remoteAddress: '203.0.113.7',
    },
    response: { code: 201, body: 'Thanks' },
    condition: { description: '', value: null, previousValue: null, holds: true },
    alert: { state: '', summary: '', since: null, count: null },
  })
  expect(message.summary).toEqual({
    states: [{ label: 'Request received', tone: 'neutral' }],
    title: 'Deployments',
    facts: [
      ['Request', 'POST from 203.0.113.7'],
      ['When', expect.stringContaining('Nov 22, 2026, 04:31:20')],
    ],
    action: { label: 'Open this request', url: detailUrl },
  })
})
