import { taskVariables } from '@knockwire/domain/templates/variables'
import { afterAll, describe, expect, it } from 'vitest'
import { createTestSandbox } from '../testing/test-sandbox.ts'
import type { CheckJob, PreviewJob } from './jobs.ts'

const sandbox = createTestSandbox()
afterAll(() => sandbox.close())

const check = (...templates: string[]): CheckJob => ({ kind: 'check', templates, variables: taskVariables })
/** The engine stops it after a fifth of a second. */
const slow = '{% for i in (1..9999) %}{% for j in (1..9999) %}{% assign x = j %}{% endfor %}{% endfor %}'

/** Takes many times as long as anything may. */
const hopeless: PreviewJob = {
  kind: 'preview',
  templates: [],
  values: {},
  input: {
    condition: {
      source: 'response_body_html_element',
      property: 'i:not(:gt(5)) ~ b',
      comparison: 'not_null',
      rightValue: null,
      advancedCondition: null,
    },
    current: { statusCode: 200, responseTimeMs: 1, headers: [], body: '<i></i>'.repeat(49_000) },
    earlier: [],
  },
}

describe('the sandbox', () => {
  it('says what is wrong with each template', async () => {
    const problems = await sandbox.run('ada', check('{{ task.name }}', '{{ task.nick }}', slow))
    expect(problems).toEqual([null, 'There is no variable task.nick.', 'The template takes too long to render.'])
  })

  it('stops a job that takes too long, and does the next', async () => {
    const answers = await Promise.all([sandbox.run('mallory', hopeless), sandbox.run('ada', check('Fine'))])
    expect(answers).toEqual([null, [null]])
  })

  it('lets accounts take turns: one with many jobs does not keep another waiting for all of them', async () => {
    const done: string[] = []
    const run = async (accountId: string, template: string) => {
      await sandbox.run(accountId, check(template))
      done.push(accountId)
    }
    await Promise.all([...Array.from({ length: 4 }, () => run('mallory', slow)), run('ada', 'Fine')])
    expect(done.indexOf('ada')).toBeLessThanOrEqual(1)
  })

  it('rejects what one account piles up', async () => {
    const calls = Array.from({ length: 60 }, () => sandbox.run('mallory', check('Fine')))
    const rejected = (await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected')
    expect(rejected).toHaveLength(10)
    expect(rejected[0]).toMatchObject({ reason: { code: 'RATE_LIMITED', retryAfterSeconds: 1 } })
    expect(await sandbox.run('mallory', check('Fine'))).toEqual([null])
  })
})
