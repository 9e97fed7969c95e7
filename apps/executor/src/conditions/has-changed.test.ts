import { alertStates, notifications } from '@knockwire/db/schema/notifications'
import type { Condition } from '@knockwire/domain/conditions/condition'
import { defaultCondition } from '@knockwire/domain/conditions/condition-rules'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { deliveriesOf } from '../testing/rows/seed.ts'
import { historyOf, untilEnded } from '../testing/history.ts'
import { runNow, runTest } from '../testing/run-now.ts'
import { startTarget } from '../testing/peers/target.ts'
import { type Answer, json, openWatchedTasks } from '../testing/watched-tasks.ts'

const { db, makeTask, executor, restart, occasionsOf } = await openWatchedTasks()

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
      'ids that JavaScript’s numbers would take for one, and not the ways to write a number',
      price,
      ['9007199254740992', '9007199254740993', '9007199254740993.0', '1e5000', '1e5001', '0.1', '0.10'].map((text) => ({
        headers: { 'Content-Type': 'application/json' },
        body: `{"price":${text}}`,
      })),
      '.!.!!!.',
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
    const notified: string[] = []
    for (const answer of answers) {
      task.answer(answer)
      const before = notified.filter((sign) => sign === '!').length
      await task.run()
      notified.push((await deliveriesOf(db, id)).length > before ? '!' : '.')
    }
    expect(notified.join('')).toBe(expected)
  })

  it('compares with the last execution in which the other conditions were met', async () => {
    const task = await makeTask()
    const code = { source: 'response_code', property: '', comparison: 'number_equal_to', rightValue: 200 } as const
    const both = {
      advancedCondition: { orOperands: [{ andOperands: [code, { ...price, rightValue: null }] }] },
    }
    const id = await task.watch(both)
    const error: Answer = { status: 503, ...json({ price: 9 }) }
    const page: Answer = { status: 503, body: '<h1>Unavailable</h1>' }
    const notified: number[] = []
    for (const answer of [
      json({ price: 1 }),
      page,
      json({ price: 1 }),
      error,
      json({ price: 1 }),
      error,
      json({ price: 2 }),
    ]) {
      task.answer(answer)
      await task.run()
      notified.push((await deliveriesOf(db, id)).length)
    }
    expect(notified).toEqual([0, 0, 0, 0, 0, 0, 1])
    const late = await task.watch(both)
    task.answer(error)
    await task.run()
    await db.delete(alertStates).where(eq(alertStates.notificationId, late))
    task.answer(json({ price: 2 }))
    await task.run()
    expect(await deliveriesOf(db, late)).toEqual([])
    await db.delete(alertStates).where(eq(alertStates.notificationId, late))
    task.answer(json({ price: 3 }))
    await task.run()
    expect((await deliveriesOf(db, late))[0]?.verdict).toMatchObject({ previousValue: 2 })
  })

  it('does not compare with a test, be it remembered or looked up', async () => {
    const task = await makeTask()
    const id = await task.watch(price)
    const test = async () => {
      const before = (await historyOf(db, task.taskId)).length
      await runTest(db, executor().context.queue, { taskId: task.taskId, accountId: task.accountId })
      await untilEnded(db, task.taskId, before + 1)
    }
    task.answer(json({ price: 1 }))
    await task.run()
    task.answer(json({ price: 2 }))
    await test()
    expect(await occasionsOf(id)).toEqual(['HOLDS'])
    task.answer(json({ price: 1 }))
    await runNow(db, task.taskId)
    await untilEnded(db, task.taskId, 3)
    const late = await task.watch(price)
    task.answer(json({ price: 2 }))
    await test()
    task.answer(json({ price: 1 }))
    await runNow(db, task.taskId)
    await untilEnded(db, task.taskId, 5)
    expect(await occasionsOf(id)).toEqual(['HOLDS', 'HOLDS'])
    expect(await occasionsOf(late)).toEqual(['HOLDS'])
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

  it('compares with executions from before the notification was made', async () => {
    const task = await makeTask()
    task.answer(json({ price: 1 }))
    await task.run()
    const [changed, same] = [await task.watch(price), await task.watch({ ...price, property: '$.name' })]
    task.answer(json({ price: 2 }))
    await task.run()
    expect(await occasionsOf(changed)).toEqual(['HOLDS'])
    await task.run()
    expect([await occasionsOf(changed), await occasionsOf(same)]).toEqual([['HOLDS'], []])
  })

  it('compares a header that is kept encrypted with executions from before the notification was made', async () => {
    const cookie = { source: 'response_header', property: 'set-cookie', comparison: 'has_changed' } as const
    const task = await makeTask()
    task.answer({ headers: { 'Set-Cookie': ['session=1', 'theme=dark'] } })
    await task.run()
    const [early, late] = [await task.watch(cookie), await task.watch(cookie)]
    await task.run()
    expect(await occasionsOf(early)).toEqual([])
    await db.delete(alertStates).where(eq(alertStates.notificationId, late))
    task.answer({ headers: { 'Set-Cookie': ['session=1', 'theme=light'] } })
    await task.run()
    expect([await occasionsOf(early), await occasionsOf(late)]).toEqual([['HOLDS'], ['HOLDS']])
  })

  it('compares with executions from before the condition was edited', async () => {
    const task = await makeTask()
    const id = await task.watch(price)
    task.answer(json({ price: 1, name: 'a' }))
    await task.run()
    const condition = { ...defaultCondition, ...price, property: '$.name' }
    await db.update(notifications).set({ condition }).where(eq(notifications.id, id))
    await db.delete(alertStates).where(eq(alertStates.notificationId, id))
    task.answer(json({ price: 1, name: 'b' }))
    await task.run()
    expect(await occasionsOf(id)).toEqual(['HOLDS'])
  })

  it('passes over an execution to which no answer came', async () => {
    const target = await startTarget()
    const task = await makeTask({ uri: `${target.origin}/price` })
    const answer = (value: number) =>
      target.on('/price', ({ response }) => response.end(JSON.stringify({ price: value })))
    const fail = () => target.on('/price', ({ response }) => response.destroy())
    answer(1)
    await task.run()
    fail()
    await task.run()
    const id = await task.watch(price)
    answer(1)
    await task.run()
    fail()
    await task.run()
    answer(1)
    await task.run()
    expect(await occasionsOf(id)).toEqual([])
    answer(2)
    await task.run()
    await target.close()
    expect(await occasionsOf(id)).toEqual(['HOLDS'])
  })
})
