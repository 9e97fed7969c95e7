import { expect, it } from 'vitest'
import { formatJson } from './body-field.tsx'

const samples = [
  '{"a":1,"b":[1,2,{"c":null}],"d":{},"e":[],"f":"x: {y}, \\"z\\""}',
  '[]',
  '[[],[1]]',
  ' "text" ',
  '-1.5',
  '{"a":{"b":{"c":[true,false]}}}',
  '[{},{}]',
]

it.each(samples)('formatting writes %s as the browser does', (text) => {
  expect(formatJson(text)).toBe(JSON.stringify(JSON.parse(text), null, 2))
})

it('formatting is idempotent', () => {
  const once = formatJson(samples[0] ?? '')
  expect(formatJson(once ?? '')).toBe(once)
})

it('formatting keeps a number that no double can hold', () => {
  expect(formatJson('{"id":12345678901234567890}')).toBe('{\n  "id": 12345678901234567890\n}')
})

it.each(['', '{a:1}', '{"a":1,}', 'name=value', '{{ task.name }}'])(
  'formatting leaves text as it is that is not JSON: %j',
  (text) => {
    expect(formatJson(text)).toBeNull()
  },
)
