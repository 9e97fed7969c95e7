import { expect, it } from 'vitest'
import { navigatedType } from './navigated-type.ts'

it.each(['text/plain', 'Text/Plain; charset=iso-8859-1', 'application/json', ' application/json ;v=1'])(
  'a browser that goes to a receiver is answered in %s as it is set',
  (contentType) => expect(navigatedType(contentType)).toBe(contentType),
)

it.each([
  'text/html',
  'text/html;charset=utf-8',
  'TEXT/HTML',
  'application/xhtml+xml',
  'image/svg+xml',
  'application/xml',
  'text/xml',
  'application/hta',
  'application/x-msdownload',
  'application/octet-stream',
  'application/pdf',
  'multipart/x-mixed-replace',
  'text/plain, text/html',
  'nonsense',
  '',
])('a browser that goes to a receiver gets %j as text', (contentType) =>
  expect(navigatedType(contentType)).toBe('text/plain; charset=utf-8'),
)
