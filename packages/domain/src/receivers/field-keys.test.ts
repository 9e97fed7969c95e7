import { expect, it } from 'vitest'
import { receiverFieldKeyOf } from './field-keys.ts'

it.each([
  ['name', 'name'],
  ['responseCode', 'responseCode'],
  ['responseBody', 'responseBody'],
  ['responseHeaders.content-type', 'contentType'],
  ['responseHeaders', 'contentType'],
])('an error of a receiver at %s is shown under the key %s', (path, key) => {
  expect(receiverFieldKeyOf(path.split('.'))).toBe(key)
})

it('an error of no field of a receiver has no key', () => {
  expect(receiverFieldKeyOf([])).toBeUndefined()
})
