import { expect, it } from 'vitest'
import { bodyWithoutSecrets } from './secret-values.ts'

const values = new Map([['TOKEN', 'ab/c d&"e']])
const masked = (text: string) => Buffer.from(bodyWithoutSecrets(Buffer.from(text), values)).toString()

it.each([
  ['as it is', 'ab/c d&"e'],
  ['in a URL', 'ab%2Fc%20d%26%22e'],
  ['in a form', 'ab%2Fc+d%26%22e'],
  ['in JSON', 'ab/c d&\\"e'],
  ['in JSON with escaped slashes', 'ab\\/c d&\\"e'],
  ['in HTML', 'ab/c d&amp;&quot;e'],
])('a secret is masked where it is repeated %s', (_name, text) => {
  expect(masked(`before ${text} behind`)).toBe('before ******** behind')
})

it('a value of three characters is left, since any text may have it', () => {
  expect(Buffer.from(bodyWithoutSecrets(Buffer.from('abc'), new Map([['A', 'abc']]))).toString()).toBe('abc')
})
