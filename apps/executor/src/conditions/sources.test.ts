import { executions } from '@knockwire/db/schema/executions'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { Condition } from '@knockwire/domain/conditions/condition'
import { describe, expect, it } from 'vitest'
import { deliveriesOf, untilSettled } from '../testing/rows/seed.ts'
import { startTarget } from '../testing/peers/target.ts'
import { type Answer, json, openWatchedTasks } from '../testing/watched-tasks.ts'

const { db, makeTask, executor } = await openWatchedTasks()

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
      'response_header',
      { headers: { 'Set-Cookie': ['a=1', 'b=2'] } },
      { source: 'response_header', property: 'set-cookie', comparison: 'string_equal_to', rightValue: 'a=1, b=2' },
      { source: 'response_header', property: 'Set-Cookie', comparison: 'string_equal_to', rightValue: 'a=1' },
      'a=1, b=2',
    ],
    [
      'response_header',
      { headers: { 'X-Name': Buffer.from('café Привет').toString('latin1') } },
      { source: 'response_header', property: 'x-name', comparison: 'string_contain', rightValue: 'café' },
      { source: 'response_header', property: 'x-name', comparison: 'string_contain', rightValue: 'cafÃ' },
      'café Привет',
    ],
    [
      'response_body_text',
      answer,
      { source: 'response_body_text', comparison: 'string_contain', rightValue: '9.50' },
      { source: 'response_body_text', comparison: 'string_contain', rightValue: '9.51' },
      answer.body,
    ],
    [
      'response_body_text',
      {
        headers: { 'Content-Type': 'text/html' },
        body: Buffer.from('<meta charset="windows-1251">\u{cf}\u{f0}\u{e8}\u{e2}\u{e5}\u{f2}', 'latin1'),
      },
      { source: 'response_body_text', comparison: 'string_contain', rightValue: 'Привет' },
      { source: 'response_body_text', comparison: 'string_contain', rightValue: 'Ïðèâåò' },
      '<meta charset="windows-1251">Привет',
    ],
    [
      'response_body_html_element',
      {
        headers: { 'Content-Type': 'application/rss+xml' },
        body: '<rss><item><link>https://a.example/1</link><media:title><![CDATA[x & y]]></media:title></item></rss>',
      },
      { source: 'response_body_html_element', property: 'item > link', comparison: 'string_contain', rightValue: '/1' },
      {
        source: 'response_body_html_element',
        property: String.raw`media\:title`,
        comparison: 'string_equal_to',
        rightValue: 'x & y]]>',
      },
      'https://a.example/1',
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
  ])(
    '[TN-20] %s notifies where it holds, with its value, and only there',
    async (_source, given, holds, not, value) => {
      const task = await makeTask()
      const [one, silent] = [await task.watch(holds), await task.watch(not)]
      task.answer(given)
      const execution = await task.run()
      const [delivery] = await untilSettled(db, one)
      expect(delivery).toMatchObject({
        status: 'DELIVERED',
        occasion: 'HOLDS',
        subjectId: execution?.id,
        verdict: { description: expect.any(String), value },
      })
      expect(await deliveriesOf(db, silent)).toEqual([])
      expect(execution?.details?.conditionProblems).toBeNull()
    },
  )

  it('of which several must hold, holds where all do', async () => {
    const task = await makeTask()
    const code = { source: 'response_code', property: '', comparison: 'number_equal_to', rightValue: 200 } as const
    const cheap = { source: 'response_body_json', property: '$.price', comparison: 'number_less_than' } as const
    const both = (rightValue: number) => ({
      advancedCondition: { orOperands: [{ andOperands: [code, { ...cheap, rightValue }] }] },
    })
    const [one, silent] = [await task.watch(both(10)), await task.watch(both(9))]
    task.answer(json({ price: 9.5 }))
    await task.run()
    await untilSettled(db, one)
    expect(await deliveriesOf(db, silent)).toEqual([])
  })

  it('of which one alternative must hold, holds where one does', async () => {
    const task = await makeTask()
    const code = { source: 'response_code', property: '', comparison: 'number_equal_to', rightValue: 503 } as const
    const price = { source: 'response_body_json', property: '$.price', comparison: 'number_less_than' } as const
    const either = (rightValue: number) => ({
      advancedCondition: { orOperands: [{ andOperands: [code] }, { andOperands: [{ ...price, rightValue }] }] },
    })
    const [one, silent] = [await task.watch(either(10)), await task.watch(either(9))]
    task.answer(json({ price: 9.5 }))
    await task.run()
    expect((await untilSettled(db, one))[0]?.verdict).toMatchObject({
      description: 'JSON body at $.price is less than 10',
      value: 9.5,
    })
    expect(await deliveriesOf(db, silent)).toEqual([])
    task.answer({ status: 503, body: '<h1>Unavailable</h1>' })
    await task.run()
    const unread = ['JSON body at $.price could not be read: The body is not JSON.']
    expect((await deliveriesOf(db, one)).map(({ verdict }) => verdict?.unread)).toEqual([undefined, unread])
  })

  it('where no response came could not be read, and holds only where that is asked for', async () => {
    const closed = await startTarget()
    await closed.close()
    const task = await makeTask({ uri: `${closed.origin}/` })
    const one = await task.watch({ comparison: 'is_null' })
    const code = await task.watch({ comparison: 'number_not_equal_to', rightValue: 200 })
    const body = await task.watch({ source: 'response_body_json', property: '$.a', comparison: 'is_null' })
    const execution = await task.run()
    expect((await untilSettled(db, one))[0]?.verdict).toMatchObject({ description: 'No response', value: null })
    expect([await deliveriesOf(db, code), await deliveriesOf(db, body)]).toEqual([[], []])
    expect(execution?.details?.conditionProblems).toEqual([
      { notificationId: code, reason: 'Status code could not be read: No response arrived.' },
      { notificationId: body, reason: 'JSON body at $.a could not be read: No response arrived.' },
    ])
  })

  it.each<[string, Answer, string]>([
    ['is no JSON', { status: 503, body: '<h1>Unavailable</h1>' }, 'The body is not JSON.'],
    ['ends too early', { body: '{"a":1' }, 'The body is not JSON.'],
    [
      'was cut',
      { body: `{"a":1,"b":"${'x'.repeat(1_100_000)}"}` },
      'The body is too long: only its beginning is stored.',
    ],
    ['is not text', { body: Buffer.from([0, 1, 2, 255]) }, 'The body is not text.'],
  ])('of a body that %s meets no comparison, and the execution says why', async (_what, given, problem) => {
    const task = await makeTask()
    const operand = { source: 'response_body_json', property: '$.a', rightValue: 2 } as const
    const ids = await Promise.all(
      (['number_not_equal_to', 'string_not_contain', 'is_null', 'not_null', 'has_changed', 'any'] as const).map(
        (comparison) => task.watch({ ...operand, comparison }),
      ),
    )
    task.answer(given)
    const execution = await task.run()
    for (const id of ids) expect(await deliveriesOf(db, id)).toEqual([])
    const reasons = execution?.details?.conditionProblems?.map(({ reason }) => reason)
    expect(reasons).toEqual(ids.map(() => `JSON body at $.a could not be read: ${problem}`))
  })

  it('where a redirect was not followed, which is kept, is as where no response came', async () => {
    const task = await makeTask()
    const one = await task.watch({ comparison: 'is_null' })
    const silent = await task.watch({ comparison: 'number_equal_to', rightValue: 302 })
    const location = { source: 'response_header', property: 'location', comparison: 'not_null' } as const
    const alsoSilent = await task.watch(location)
    task.answer({ status: 302, headers: { Location: 'file:///x' } })
    expect(await task.run()).toMatchObject({ status: 'FAILED', statusCode: 302 })
    expect((await untilSettled(db, one))[0]?.verdict).toMatchObject({ value: null })
    expect([await deliveriesOf(db, silent), await deliveriesOf(db, alsoSilent)]).toEqual([[], []])
  })

  it('of a run that a dead executor left behind is decided too', async () => {
    const task = await makeTask({ method: 'POST' })
    const one = await task.watch({ comparison: 'is_null' })
    const id = uuidv7()
    const now = new Date()
    const run = { id, taskId: task.taskId, accountId: task.accountId, trigger: 'SCHEDULE', status: 'RUNNING' } as const
    await db.transaction(async (tx) => {
      await tx
        .insert(executions)
        .values({ ...run, scheduledFor: now, createdAt: now, startedAt: now, attempt: uuidv7() })
      await executor().context.queue.send(tx, 'run', [{ executionIds: [id] }])
    })
    expect((await untilSettled(db, one))[0]).toMatchObject({ subjectId: id, status: 'DELIVERED' })
  })
})
