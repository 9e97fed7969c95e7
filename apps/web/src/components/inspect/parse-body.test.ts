import { describe, expect, it } from 'vitest'
import { parseBody } from './parse-body.ts'

const form = 'application/x-www-form-urlencoded'

describe('A body is shown as', () => {
  it.each([
    ['nothing', '', 'application/json', { kind: 'empty' }],
    ['JSON', '{"a":[1]}', 'text/plain', { kind: 'json', value: { a: [1] } }],
    ['a JSON scalar', '42', 'application/json', { kind: 'text' }],
    ['broken JSON', '{"a":', 'application/json', { kind: 'text' }],
    [
      'a form',
      'From=%2B1555&tag=a&tag=b&tag=c',
      form,
      { kind: 'json', value: { From: '+1555', tag: ['a', 'b', 'c'] } },
    ],
    ['JSON that is called a form', '{"a":"="}', form, { kind: 'json', value: { a: '=' } }],
    ['text that is called a form', 'hello', form, { kind: 'text' }],
    ['what would freeze the page', JSON.stringify(['x'.repeat(600_000)]), 'application/json', { kind: 'text' }],
  ])('%s', (_what, body, contentType, expected) => {
    expect(parseBody(body, contentType)).toEqual(expected)
  })
})
