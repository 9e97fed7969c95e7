import { uuidv7 } from '@knockwire/db/uuidv7'
import type { SimpleCondition } from '@knockwire/domain/conditions/condition'
import { defaultCondition } from '@knockwire/domain/conditions/condition-rules'
import type { Observation } from '@knockwire/domain/conditions/sources/source'
import { defaultFiring } from '@knockwire/domain/notifications/firing-rules'
import { expect, it } from 'vitest'
import { type ReadJob, runJob } from '../sandbox/jobs.ts'
import type { Reading } from './reading.ts'
import { readRules } from './read-rules.ts'
import type { Rule } from './rules.ts'

const ruleOf = (andOperands: SimpleCondition[]): Rule => ({
  notificationId: uuidv7(),
  type: 'SMS',
  condition: { ...defaultCondition, advancedCondition: { orOperands: [{ andOperands }] } },
  // Stateful, so that its readings are kept whether they hold or not.
  firing: { ...defaultFiring, mode: 'ON_START' },
  version: '1',
  hasState: true,
})

/** What was read for the operands, and what of it in the sandbox. */
const readAll = async (operands: SimpleCondition[], changes: Partial<Observation>) => {
  const jobs: ReadJob[] = []
  const observation = { statusCode: 200, responseTimeMs: 5, headers: [], body: 'ok', ...changes }
  const subject = { subjectId: uuidv7(), accountId: uuidv7(), trigger: 'SCHEDULE' } as const
  const read = await readRules(subject, [ruleOf(operands)], observation, {
    readBody: async (job) => {
      jobs.push(job)
      return { kind: 'answered', answer: runJob(job) as Reading[] }
    },
    readPrevious: async () => null,
  })
  return { jobs, readings: read?.[0]?.readings }
}

const header = (property: string, comparison: SimpleCondition['comparison'], rightValue: string): SimpleCondition => ({
  source: 'response_header',
  property,
  comparison,
  rightValue,
})
const text = (comparison: SimpleCondition['comparison'], rightValue: string): SimpleCondition => ({
  source: 'response_body_text',
  property: '',
  comparison,
  rightValue,
})

it('a header of up to 1,024 characters is compared at once, a longer one in the sandbox, which gets no other header and no body', async () => {
  const short = ['X-Short', 's'.repeat(1024)] as const
  const long = ['X-Long', 'l'.repeat(1025)] as const
  const operands = [
    header('x-short', 'string_equal_to', short[1]),
    header(' x-LONG ', 'string_equal_to', long[1]),
    header('x-long', 'number_greater_than', '1'),
    header('x-none', 'string_equal_to', 'x'),
  ]
  const { jobs, readings } = await readAll(operands, { headers: [[...short], [...long]], body: 'not for it' })
  expect(readings?.map(({ holds }) => holds)).toEqual([true, true, false, false])
  expect(jobs).toMatchObject([{ body: null, headers: [long], operands: operands.slice(1, 3) }])
})

it('headers of one name are as long as they are together', async () => {
  const headers: [string, string][] = [
    ['x-part', 'a'.repeat(600)],
    ['X-Part', 'b'.repeat(600)],
  ]
  const whole = `${'a'.repeat(600)}, ${'b'.repeat(600)}`
  const { jobs, readings } = await readAll([header('x-part', 'string_equal_to', whole)], { headers })
  expect(readings?.map(({ holds }) => holds)).toEqual([true])
  expect(jobs).toMatchObject([{ headers }])
})

it.each([
  [1024, 0],
  [1025, 1],
])('a body of %i characters that is compared as text takes %i turns in the sandbox', async (length, turns) => {
  const body = 'b'.repeat(length)
  const { jobs, readings } = await readAll([text('string_equal_to', body), text('number_less_than', '1')], { body })
  expect(readings?.map(({ holds }) => holds)).toEqual([true, false])
  expect(jobs).toHaveLength(turns)
})

it('a long header of a response without a readable body is read all the same', async () => {
  const long = 'l'.repeat(2000)
  const operands = [header('x-long', 'string_equal_to', long), text('string_contain', 'a')]
  const observation = {
    headers: [['x-long', long]] as [string, string][],
    body: null,
    bodyProblem: 'The body was cut.',
  }
  const { readings } = await readAll(operands, observation)
  expect(readings).toMatchObject([
    { holds: true, problem: null },
    { holds: false, problem: 'The body was cut.' },
  ])
})
