import { executions } from '@knockwire/db/schema/executions'
import { alertStates, notifications } from '@knockwire/db/schema/notifications'
import type { StoredRequest } from '@knockwire/db/stored-request'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { Condition } from '@knockwire/domain/conditions/condition'
import { defaultFiring, type Firing } from '@knockwire/domain/notifications/firing'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { historyOf, untilEnded } from '../testing/history.ts'
import { onDemand, runNow, runTest } from '../testing/run-now.ts'
import { seedAccount, seedTask } from '../testing/seed.ts'
import { deliveriesOf, seedNotification, textTo, untilSettled } from '../testing/seed-notification.ts'
import { startTarget, type Target } from '../testing/target.ts'
import { startTestExecutor, type TestExecutor, useTestDatabase } from '../testing/test-executor.ts'

const { db, url, stopAfter } = await useTestDatabase()
let target: Target
let executor: TestExecutor
let accountId: string
let paths = 0

beforeAll(async () => {
  target = await startTarget()
  stopAfter(target.close)
  accountId = (await seedAccount(db)).id
  executor = await startTestExecutor(url)
  stopAfter(() => executor.stop())
})

const restart = async () => {
  await executor.stop()
  executor = await startTestExecutor(url)
}

interface Answer {
  status?: number
  headers?: Record<string, string>
  body?: string | Buffer
}

/** A task whose target answers as it is told, the same until told otherwise. */
const makeTask = async (request: Partial<StoredRequest> = {}) => {
  const path = `/${(paths += 1)}`
  const answer = ({ status = 200, headers = {}, body = 'ok' }: Answer) =>
    target.on(path, ({ response }) => response.writeHead(status, headers).end(body))
  answer({})
  const uri = `${target.origin}${path}`
  const taskId = await seedTask(db, { accountId, uri, name: `Task ${path}`, schedule: onDemand, request })
  let runs = 0
  const run = async () => {
    await runNow(db, taskId)
    return (await untilEnded(db, taskId, (runs += 1))).at(-1)
  }
  const watch = (condition: Partial<Condition>, firing: Partial<Firing> = {}) =>
    seedNotification(db, {
      accountId,
      taskId,
      setting: textTo('+16045550199'),
      condition,
      firing: { ...defaultFiring, ...firing },
    })
  return { taskId, answer, run, watch }
}

const occasionsOf = async (notificationId: string) =>
  (await deliveriesOf(db, notificationId)).map(({ occasion }) => occasion)

const json = (value: unknown): Answer => ({
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(value),
})

describe('a condition on each source', () => {
  const answer: Answer = {
    status: 503,
    headers: { 'Content-Type': 'text/html', 'X-Queue': '17' },
    body: '<p class="price"> 9.50 </p>',
  }

  it.each<[string, Answer, holds: Partial<Condition>, not: Partial<Condition>, value: unknown]>([
    [
      'response_code',
      answer,
      { source: 'response_code', comparison: 'number_greater_than', rightValue: 499 },
      { source: 'response_code', comparison: 'number_equal_to', rightValue: 200 },
      503,
    ],
    [
      'response_time',
      answer,
      { source: 'response_time', comparison: 'number_less_than', rightValue: 30_000 },
      { source: 'response_time', comparison: 'is_null' },
      expect.any(Number),
    ],
    [
      'response_header',
      answer,
      { source: 'response_header', property: 'x-queue', comparison: 'number_greater_than', rightValue: 16 },
      { source: 'response_header', property: 'x-other', comparison: 'not_null' },
      '17',
    ],
    [
      'response_body_text',
      answer,
      { source: 'response_body_text', comparison: 'string_contain', rightValue: '9.50' },
      { source: 'response_body_text', comparison: 'string_contain', rightValue: '9.51' },
      answer.body,
    ],
    [
      'response_body_html_element',
      answer,
      { source: 'response_body_html_element', property: '.price', comparison: 'number_equal_to', rightValue: 9.5 },
      { source: 'response_body_html_element', property: '.cost', comparison: 'not_null' },
      '9.50',
    ],
    [
      'response_body_json',
      json({ items: [{ price: 9.5 }] }),
      { source: 'response_body_json', property: '$.items[0].price', comparison: 'number_less_than', rightValue: 10 },
      { source: 'response_body_json', property: '$.items[1]', comparison: 'not_null' },
      9.5,
    ],
  ])('[TN-20] %s tells where it holds, with its value, and only there', async (_source, given, holds, not, value) => {
    const task = await makeTask()
    const [telling, silent] = [await task.watch(holds), await task.watch(not)]
    task.answer(given)
    const execution = await task.run()
    const [delivery] = await untilSettled(db, telling)
    expect(delivery).toMatchObject({
      status: 'DELIVERED',
      occasion: 'HOLDS',
      subjectId: execution?.id,
      verdict: { description: expect.any(String), value },
    })
    expect(await deliveriesOf(db, silent)).toEqual([])
    expect(execution?.details?.conditionProblems).toBeNull()
  })

  it('of which several must hold, holds where all do', async () => {
    const task = await makeTask()
    const code = { source: 'response_code', property: '', comparison: 'number_equal_to', rightValue: 200 } as const
    const cheap = { source: 'response_body_json', property: '$.price', comparison: 'number_less_than' } as const
    const both = (rightValue: number) => ({
      advancedCondition: { orOperands: [{ andOperands: [code, { ...cheap, rightValue }] }] },
    })
    const [telling, silent] = [await task.watch(both(10)), await task.watch(both(9))]
    task.answer(json({ price: 9.5 }))
    await task.run()
    await untilSettled(db, telling)
    expect(await deliveriesOf(db, silent)).toEqual([])
  })

  it('where no response came holds for the negations alone', async () => {
    const gone = await startTarget()
    await gone.close()
    const task = await makeTask({ uri: `${gone.origin}/` })
    const telling = await task.watch({ comparison: 'number_not_equal_to', rightValue: 200 })
    const silent = await task.watch({ comparison: 'number_equal_to', rightValue: 200 })
    const body = { source: 'response_body_json', property: '$.a', comparison: 'is_null' } as const
    const alsoTelling = await task.watch(body)
    await task.run()
    expect((await untilSettled(db, telling))[0]?.verdict).toMatchObject({ value: null })
    await untilSettled(db, alsoTelling)
    expect(await deliveriesOf(db, silent)).toEqual([])
  })

  it('of a run that a dead executor left behind is decided too', async () => {
    const task = await makeTask({ method: 'POST' })
    const telling = await task.watch({ comparison: 'is_null' })
    const id = uuidv7()
    const now = new Date()
    const run = { id, taskId: task.taskId, accountId, trigger: 'SCHEDULE', status: 'RUNNING' } as const
    await db.transaction(async (tx) => {
      await tx
        .insert(executions)
        .values({ ...run, scheduledFor: now, createdAt: now, startedAt: now, attempt: uuidv7() })
      await executor.context.queue.send(tx, 'run', [{ executionIds: [id] }])
    })
    expect((await untilSettled(db, telling))[0]).toMatchObject({ subjectId: id, status: 'DELIVERED' })
  })
})

describe('has_changed', () => {
  const price = { source: 'response_body_json', property: '$.price', comparison: 'has_changed' } as const

  it.each<[string, Partial<Condition>, answers: Answer[], expected: string]>([
    ['a value', price, [json({ price: 1 }), json({ price: 1 }), json({ price: 2 }), json({ price: 2 })], '..!.'],
    [
      'a collection, by its content',
      { ...price, property: '$' },
      [json({ a: 1, b: 2 }), json({ b: 2, a: 1 }), json({ a: 1, b: 3 })],
      '..!',
    ],
    [
      'long texts',
      { source: 'response_body_text', comparison: 'has_changed' },
      [{ body: `${'x'.repeat(50_000)}1` }, { body: `${'x'.repeat(50_000)}1` }, { body: `${'x'.repeat(50_000)}2` }],
      '..!',
    ],
    [
      'what the database cannot keep as it is',
      price,
      [json({ price: 'a\u{0}\u{d800}' }), json({ price: 'a\u{0}\u{d800}' }), json({ price: 'b\u{0}' })],
      '..!',
    ],
    [
      'values between which one could not be read',
      price,
      [
        json({ price: 1 }),
        { body: '['.repeat(200) },
        json({ price: 1 }),
        { body: '['.repeat(200) },
        json({ price: 2 }),
      ],
      '....!',
    ],
  ])('compares with the execution before: %s', async (_what, condition, answers, expected) => {
    const task = await makeTask()
    const id = await task.watch(condition)
    const told: string[] = []
    for (const answer of answers) {
      task.answer(answer)
      const before = told.filter((sign) => sign === '!').length
      await task.run()
      told.push((await deliveriesOf(db, id)).length > before ? '!' : '.')
    }
    expect(told.join('')).toBe(expected)
  })

  it('remembers across a restart', async () => {
    const task = await makeTask()
    const id = await task.watch(price)
    task.answer(json({ price: 1 }))
    await task.run()
    await restart()
    await task.run()
    expect(await deliveriesOf(db, id)).toEqual([])
    task.answer(json({ price: 2 }))
    await task.run()
    expect(await occasionsOf(id)).toEqual(['HOLDS'])
  })
})

describe('when to tell', () => {
  const down = { comparison: 'number_not_equal_to', rightValue: 200 } as const

  it('at the start and at the end, across restarts, and no more', async () => {
    const task = await makeTask()
    const id = await task.watch(down, { mode: 'ON_START', tellsRecovery: true, afterInARow: 2 })
    const runs = async (status: number, count: number) => {
      task.answer({ status })
      for (let done = 0; done < count; done += 1) await task.run()
    }
    await runs(500, 1)
    expect(await occasionsOf(id)).toEqual([])
    await restart()
    await runs(500, 1)
    expect(await occasionsOf(id)).toEqual(['HOLDS'])
    await restart()
    await runs(500, 2)
    expect(await occasionsOf(id)).toEqual(['HOLDS'])
    await runs(200, 2)
    expect(await occasionsOf(id)).toEqual(['HOLDS', 'RECOVERED'])
    await runs(500, 2)
    expect(await occasionsOf(id)).toEqual(['HOLDS', 'RECOVERED', 'HOLDS'])
  })

  it('tells of each execution of a row, and goes on counting where it once has counted', async () => {
    const task = await makeTask()
    const id = await task.watch(down, { afterInARow: 2 })
    task.answer({ status: 500 })
    await task.run()
    await db.update(notifications).set({ firing: defaultFiring }).where(eq(notifications.id, id))
    task.answer({ status: 200 })
    await task.run()
    await db
      .update(notifications)
      .set({ firing: { ...defaultFiring, afterInARow: 2 } })
      .where(eq(notifications.id, id))
    task.answer({ status: 500 })
    await task.run()
    expect(await occasionsOf(id)).toEqual([])
    await task.run()
    expect(await occasionsOf(id)).toEqual(['HOLDS'])
  })

  it('a test tells whenever the condition holds, and changes nothing of what has been told', async () => {
    const task = await makeTask()
    const id = await task.watch(down, { mode: 'ON_START', tellsRecovery: true })
    const test = async () => {
      const before = (await historyOf(db, task.taskId)).length
      await runTest(db, executor.context.queue, { taskId: task.taskId, accountId })
      await untilEnded(db, task.taskId, before + 1)
    }
    task.answer({ status: 500 })
    await test()
    await test()
    expect(await occasionsOf(id)).toEqual(['HOLDS', 'HOLDS'])
    task.answer({ status: 200 })
    await test()
    expect(await occasionsOf(id)).toEqual(['HOLDS', 'HOLDS'])
    const [state] = await db.select().from(alertStates).where(eq(alertStates.notificationId, id))
    expect(state).toMatchObject({ isTold: false, heldInARow: 0 })
  })
})

describe('hostile answers', () => {
  const slowPage = `<ul>${'<li>x</li>'.repeat(45_000)}</ul>`

  it.each<[string, Answer, Partial<Condition>]>([
    ['a deep document', { body: '['.repeat(100_000) }, { source: 'response_body_json', property: '$' }],
    [
      'an exploding path',
      { body: `${'{"a":'.repeat(90)}[${'1,'.repeat(20_000)}1]${'}'.repeat(90)}` },
      { source: 'response_body_json', property: '$..*..*' },
    ],
    [
      'a page of many elements',
      { body: '<b>'.repeat(100_000) },
      { source: 'response_body_html_element', property: 'b' },
    ],
    [
      'a slow selector',
      { body: slowPage },
      { source: 'response_body_html_element', property: 'li:nth-last-child(3n+1)' },
    ],
  ])(
    '%s: the condition is invalid, which its execution shows; the others are decided',
    async (_what, answer, operand) => {
      const task = await makeTask()
      const invalid = await task.watch({ ...operand, comparison: 'not_null' })
      const other = await task.watch({ source: 'response_code', comparison: 'number_equal_to', rightValue: 200 })
      task.answer(answer)
      const execution = await task.run()
      await untilSettled(db, other)
      expect(await occasionsOf(invalid)).toEqual([])
      expect(execution?.details?.conditionProblems).toEqual([{ notificationId: invalid, reason: expect.any(String) }])
      expect(execution?.details?.conditionProblems?.[0]?.reason).toMatch(/\.$/)
    },
  )

  it('no recovery is told where a value could not be read', async () => {
    const task = await makeTask()
    const cheap = {
      source: 'response_body_json',
      property: '$.price',
      comparison: 'number_less_than',
      rightValue: 10,
    } as const
    const id = await task.watch(cheap, { mode: 'ON_START', tellsRecovery: true })
    task.answer(json({ price: 9 }))
    await task.run()
    task.answer({ body: '['.repeat(200) })
    await task.run()
    expect(await occasionsOf(id)).toEqual(['HOLDS'])
    task.answer(json({ price: 11 }))
    await task.run()
    expect(await occasionsOf(id)).toEqual(['HOLDS', 'RECOVERED'])
  })

  it('the executor lives on', () => {
    expect(executor.errors).toEqual([])
  })
})
