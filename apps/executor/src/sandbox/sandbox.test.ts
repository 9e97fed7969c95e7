import type { ConditionSource } from '@knockwire/domain/conditions/condition'
import { afterAll, describe, expect, it } from 'vitest'
import type { Reading } from '../conditions/reading.ts'
import { createTestSandbox } from '../testing/test-sandbox.ts'
import type { ReadJob, RenderJob } from './jobs.ts'
import type { Sandbox } from './sandbox.ts'

const sandboxes: Sandbox[] = []
const open = (options: Parameters<typeof createTestSandbox>[0] = {}) => {
  const sandbox = createTestSandbox(options)
  sandboxes.push(sandbox)
  return sandbox
}
afterAll(() => Promise.all(sandboxes.map((sandbox) => sandbox.close())))

/** For a job at a time: a thread takes a third of a second of processor time to come up. */
const openOne = () => open({ keepsThreads: false })

const read = (body: string, property: string, source: ConditionSource = 'response_body_json'): ReadJob => ({
  kind: 'read',
  body,
  operands: [{ source, property, comparison: 'not_null', rightValue: null }],
})
const render = (text: string, values: object): RenderJob => ({
  kind: 'render',
  templates: [{ text, target: 'text' }],
  values,
})
const valueOf = async (sandbox: Sandbox, job: ReadJob, accountId = 'a'): Promise<Reading | string | undefined> => {
  const outcome = await sandbox.run(accountId, job)
  return outcome.kind === 'answered' ? outcome.answer[0] : outcome.reason
}
const tooLong = 'It took too long, or too much memory.'

const plainBody = JSON.stringify({ price: 9.5 })
const found = { value: 9.5, problem: null, holds: true, remembered: null }

/** Siblings of positions are compared with each other, which no bound of ours counts. */
const slowPage = `<ul>${'<li>x</li>'.repeat(40_000)}</ul>`
const slow = read(slowPage, 'li:not(:gt(5)) ~ b', 'response_body_html_element')

/** A regular expression that goes back and forth, which no bound of ours counts. */
const slowPath = read(JSON.stringify([`${'a'.repeat(60)}b`]), "$[?match(@, '(a|a)*')]")

describe('sandbox', () => {
  it('reads values and fills templates in', async () => {
    const sandbox = openOne()
    expect(await valueOf(sandbox, read(plainBody, '$.price'))).toEqual(found)
    const html = read('<p class="a"> 1 </p>', '.a', 'response_body_html_element')
    expect(await valueOf(sandbox, html)).toEqual({ ...found, value: '1' })
    expect(await sandbox.run('a', render('{{ task.name }}!', { task: { name: 'Shop' } }))).toEqual({
      kind: 'answered',
      answer: [{ kind: 'rendered', text: 'Shop!' }],
    })
  })

  it('answers hostile filters of one account with their limit, and another account between them', async () => {
    const sandbox = open({ deadlineMs: 20_000 })
    const body = JSON.stringify(Array.from({ length: 30_000 }, (_, id) => ({ id, tags: [1, [2]] })))
    const hostile = ['$..[?@..[?@..[?@]]]', '$..[?$..id]', '$[?$[?$[?@.id == 1]]]', '$..[?count($..*) > 3]']
    const answers = hostile.map((path) => valueOf(sandbox, read(body, path), 'hostile'))
    expect(await valueOf(sandbox, read(plainBody, '$[?@ > 9]'), 'quick')).toEqual(found)
    const tooMany = { value: null, problem: 'The path matches too many places in the document.' }
    for (const answer of await Promise.all(answers)) expect(answer).toMatchObject(tooMany)
  })

  it('gives little back of a long value, which it compares whole', async () => {
    const body = JSON.stringify({ items: Array.from({ length: 9000 }, (_, at) => ({ at, text: 'x'.repeat(90) })) })
    const source = 'response_body_json'
    const outcome = await openOne().run('a', {
      kind: 'read',
      body,
      operands: [
        { source, property: '$', comparison: 'string_contain', rightValue: '"at":8999' },
        { source, property: '$', comparison: 'collection_has_key', rightValue: 'items' },
        { source, property: '$', comparison: 'has_changed', rightValue: null },
        { source: 'response_body_text', property: '', comparison: 'string_equal_to', rightValue: body },
      ],
    })
    const readings = outcome.kind === 'answered' ? outcome.answer : []
    expect(readings.map(({ holds }) => holds)).toEqual([true, true, false, true])
    expect(readings[2]?.remembered).toEqual({ digest: expect.any(String), beginning: expect.any(String) })
    expect(JSON.stringify(readings).length).toBeLessThan(50_000)
  })

  it('stops what takes too long, and answers all the others', async () => {
    const sandbox = open({ deadlineMs: 250 })
    const others = Array.from({ length: 40 }, () => valueOf(sandbox, read(plainBody, '$.price')))
    const answer = valueOf(sandbox, slow)
    const later = Array.from({ length: 40 }, () => valueOf(sandbox, read(plainBody, '$.price')))
    expect(await answer).toBe(tooLong)
    for (const value of await Promise.all([...others, ...later])) expect(value).toEqual(found)
  })

  it.each([
    ['selectors', slow],
    ['regular expressions in paths', slowPath],
  ])('keeps no other account waiting for slow %s', async (_what, job) => {
    // Each slow job takes a thread for so long.
    const sandbox = open({ deadlineMs: 100 })
    await valueOf(sandbox, read(plainBody, '$.price'))
    let isSlowDone = false
    const slowOnes = Promise.all(Array.from({ length: 3 }, () => valueOf(sandbox, job, 'slow')))
    void slowOnes.then(() => (isSlowDone = true))
    expect(await valueOf(sandbox, read(plainBody, '$.price'), 'quick')).toEqual(found)
    expect(isSlowDone).toBe(false)
    expect(await slowOnes).toEqual([tooLong, tooLong, tooLong])
  })

  it('survives a template that takes all the memory there is', async () => {
    const sandbox = open({ keepsThreads: false, deadlineMs: 10_000 })
    const body = JSON.stringify(Array.from({ length: 1000 }, (_, at) => ({ [`k${at}`]: 'x'.repeat(500) })))
    const greedy = render(
      '{% for i in (1..9999) %}{% for j in (1..9999) %}{{ body | json: "$..*" | json }}{% endfor %}{% endfor %}',
      { body },
    )
    const outcome = await sandbox.run('a', greedy)
    const isStopped = outcome.kind !== 'answered' || outcome.answer[0]?.kind === 'failed'
    expect(isStopped).toBe(true)
    expect(await valueOf(sandbox, read(plainBody, '$.price'))).toEqual(found)
  })

  it('answers what waits when it closes', async () => {
    const sandbox = open()
    const waiting = Array.from({ length: 5 }, () => valueOf(sandbox, slow))
    await sandbox.close()
    for (const answer of await Promise.all(waiting)) expect(answer).toEqual(expect.any(String))
    expect(await valueOf(sandbox, read(plainBody, '$.price'))).toBe('The server was too busy to do it in time.')
  })
})
