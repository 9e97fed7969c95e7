import { expect, it } from 'vitest'
import { templateCostOf } from './render-answer.ts'
import { processorTimeMs } from '@knockwire/domain/testing/processor-time'

it.each([
  ['', 'none'],
  ['{"a":{"b":1}}', 'none'],
  ['{{ request.body }}', 'plain'],
  ['{"id": "{{request.query.id}}", "h": "{{- request.headers["x-own"] -}}"}', 'plain'],
  ["{{ request.headers['x-own'] }}{{ request.method }}", 'plain'],
  ['{{ request.body | upcase }}', 'unknown'],
  ['{% if true %}x{% endif %}', 'unknown'],
  ['{{ request.body }}{% for i in (1..9) %}{% endfor %}', 'unknown'],
  ['{{ (1..1000000) }}', 'unknown'],
  ['{{ "text" }}', 'unknown'],
  ['{{ request.body', 'unknown'],
  ['{{{ request.body }}}', 'plain'],
  ['{{ request[request.method] }}', 'unknown'],
])('%s costs %s', (template, cost) => expect(templateCostOf(template)).toBe(cost))

it('the cost is unknown where a template names more than twenty values of the sender’s, which may all be long', () => {
  const many = (output: string, times: number) => templateCostOf(output.repeat(times))
  expect(many('{{ request.body }}', 20)).toBe('plain')
  expect(many('{{ request.body }}', 21)).toBe('unknown')
  expect(many('{{ request.query.a }}{{ request.headers["x-own"] }}', 11)).toBe('unknown')
  expect(many('{{ request.method }}', 500)).toBe('plain')
})

it('the cost is unknown where a template is too long to be read only once', () => {
  const ofLength = (length: number) => '{{ request.body }}'.padEnd(length, 'x')
  expect([20_000, 20_001].map((length) => templateCostOf(ofLength(length)))).toEqual(['plain', 'unknown'])
  expect(templateCostOf('x'.repeat(262_144))).toBe('none')
})

it('the cost is computed in linear time, whatever the template', () => {
  const startedAt = processorTimeMs()
  for (const part of ['{', '{{ a.', '{{ a ', '{{ a["', ' }} {{']) templateCostOf(part.repeat(60_000))
  expect(processorTimeMs() - startedAt).toBeLessThan(500)
})
