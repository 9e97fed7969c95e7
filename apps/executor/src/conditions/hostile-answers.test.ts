import type { Condition } from '@knockwire/domain/conditions/condition'
import { describe, expect, it } from 'vitest'
import { untilSettled } from '../testing/rows/seed.ts'
import { type Answer, json, openWatchedTasks } from '../testing/watched-tasks.ts'

const { db, makeTask, executor, occasionsOf } = await openWatchedTasks()

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
    ['a slow selector', { body: slowPage }, { source: 'response_body_html_element', property: 'li:not(:gt(5)) ~ b' }],
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

  it('no recovery is sent where a value could not be read', async () => {
    // The account had a job stopped, so that its conditions are decided in its own line, in their order.
    const untilNotified = (occasions: string[]) => expect.poll(() => occasionsOf(id)).toEqual(occasions)
    const task = await makeTask()
    const cheap = {
      source: 'response_body_json',
      property: '$.price',
      comparison: 'number_less_than',
      rightValue: 10,
    } as const
    const id = await task.watch(cheap, { mode: 'ON_START', notifyOnRecovery: true })
    task.answer(json({ price: 9 }))
    await task.run()
    task.answer({ body: '['.repeat(200) })
    await task.run()
    await untilNotified(['HOLDS'])
    task.answer(json({ price: 11 }))
    await task.run()
    await untilNotified(['HOLDS', 'RECOVERED'])
  })

  it('the executor lives on', () => {
    expect(executor().errors).toEqual([])
  })
})
