import fc from 'fast-check'
import { expect, it } from 'vitest'
import { framesOf, messageWithoutValues, pageWithoutIds } from './without-values.ts'

it.each([
  ['Invalid regular expression: /b2\\-secret/giu: Invalid escape', 'Invalid regular expression: /…/: Invalid escape'],
  [`Unexpected token 'x', "my secret text" is not valid JSON`, `Unexpected token '…', "…" is not valid JSON`],
  [`Unexpected token 'x', "my secret te`, `Unexpected token '…', "…"`],
  ['Failed to fetch https://knockwire.example/r/token?x=1 now', 'Failed to fetch <address> now'],
  ["Cannot read properties of undefined (reading 'name')", "Cannot read properties of undefined (reading '…')"],
  ["x isn't a function", "x isn't a function"],
  ['ada@example.com is no kw_0123456789abcdefghij', '<email> is no …'],
  ['Minified React error #185; visit https://react.dev/errors/185', 'Minified React error #185; visit <address>'],
])('of “%s” is reported “%s”', (message, reported) => {
  expect(messageWithoutValues(message)).toBe(reported)
})

it('no text that a browser quotes in a message is reported', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('"', "'", '`'), (typed, quote) => {
      const text = typed.replaceAll(/["'`]/g, '')
      expect(messageWithoutValues(`Unexpected end at ${quote}secret-${text}-secret`)).not.toContain('secret')
    }),
  )
})

it('of a stack the places in our own files are reported, and no text', () => {
  const stack = `Error: my secret
    at f (https://knockwire.example/assets/dashboard-1a2B_3-.js:1:234)
    at https://other.example/script.js:1:2
g@https://knockwire.example/assets/rates-1.js:12:5`
  expect(framesOf(stack)).toEqual(['dashboard-1a2B_3-.js:1:234', 'rates-1.js:12:5'])
})

it.each([
  ['/dashboard/tasks/0192f3aa-9d2b-7c3e-8a57-2f0e5a1b4c11/executions', '/dashboard/tasks/:id/executions'],
  ['/signin', '/signin'],
  ['/r/aB3token', '/r/:id'],
])('the page %s is reported as %s', (pathname, reported) => {
  expect(pageWithoutIds(pathname)).toBe(reported)
})
