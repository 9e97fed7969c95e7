import { describe, expect, it } from 'vitest'
import { Condition, RequestCondition } from '../../condition.ts'
import { defaultRequestCondition, sourcesOf, withSource } from '../../condition-rules.ts'
import { describeCondition } from '../../describe.ts'
import { evaluateObserved } from '../../evaluate.ts'
import { exampleObservation } from '../../example-observation.ts'
import { maskCondition } from '../../mask-condition.ts'
import { extractValue } from '../readers.ts'
import type { Observation } from '../source.ts'

const requestOf = (contentType: string, body: string): Observation => ({
  method: 'POST',
  statusCode: null,
  responseTimeMs: null,
  headers: [
    ['Content-Type', contentType],
    ['X-Event', 'push'],
  ],
  body,
})

describe('of a received request', () => {
  it.each([
    ['request_method', '', 'text/plain', 'x', 'POST'],
    ['request_header', 'x-event', 'text/plain', 'x', 'push'],
    ['request_header', 'x-other', 'text/plain', 'x', null],
    ['request_body_json', '$.a', 'application/json', '{"a":1}', 1],
    ['request_form_field', 'b c', 'application/x-www-form-urlencoded', 'a=1&b+c=%C3%A4&b+c=2', 'ä, 2'],
    ['request_form_field', '__proto__', 'application/x-www-form-urlencoded', 'a=1', null],
    ['request_body_html_element', 'a > b', 'text/xml', '<a><b>1</b></a>', '1'],
    ['request_body_text', '', 'text/plain', 'whole', 'whole'],
  ] as const)('%s %s of a body of %s, %s, is %s', (source, property, contentType, body, value) => {
    expect(extractValue({ source, property }, requestOf(contentType, body))).toEqual({ value, problem: null })
  })

  it('a form field of a body that is no form could not be read', () => {
    const read = extractValue({ source: 'request_form_field', property: 'a' }, requestOf('application/json', '{}'))
    expect(read).toEqual({ value: null, problem: 'The body is not form-encoded.' })
  })

  it.each(sourcesOf('request'))('an example of %s meets its condition', (source) => {
    const condition = { ...defaultRequestCondition, ...withSource(source), property: 'a', rightValue: 'x' }
    const meetable = source === 'request_method' ? defaultRequestCondition : condition
    const { observation } = exampleObservation(meetable)
    expect(observation.method).toBe('POST')
    expect(evaluateObserved(meetable, observation, [], extractValue)).toMatchObject({ kind: 'met' })
  })
})

it('a condition on requests is none of a task’s, nor the other way round', () => {
  for (const source of sourcesOf('request')) {
    expect(Condition.safeParse({ ...defaultRequestCondition, source }).success).toBe(false)
    expect(RequestCondition.safeParse({ ...defaultRequestCondition, source }).success).toBe(true)
  }
  for (const source of sourcesOf('execution'))
    expect(RequestCondition.safeParse({ ...defaultRequestCondition, source }).success).toBe(false)
})

it('what a secret header of a request is compared with is masked, and not said', () => {
  const condition = { ...defaultRequestCondition, source: 'request_header', property: 'Authorization' } as const
  const secret = { ...condition, rightValue: 'Bearer abc' }
  expect(JSON.stringify(maskCondition(secret))).not.toContain('abc')
  expect(describeCondition(secret)).not.toContain('abc')
})
