import { expect, it } from 'vitest'
import { withCharset } from './media-type.ts'

it.each([
  ['text/plain', 'text/plain; charset=utf-8'],
  ['text/plain;', 'text/plain; charset=utf-8'],
  ['text/plain; charset=', 'text/plain; charset=utf-8'],
  ['text/plain ; charset="" ;', 'text/plain; charset=utf-8'],
  ['text/plain; format=flowed', 'text/plain; format=flowed; charset=utf-8'],
  ['text/html; charset=iso-8859-1', 'text/html; charset=iso-8859-1'],
  ['application/json', 'application/json'],
])('a text beyond ASCII of the type %j is sent as %j', (contentType, sent) => {
  expect(withCharset(contentType, 'é')).toBe(sent)
  expect(withCharset(contentType, 'e')).toBe(contentType)
})
