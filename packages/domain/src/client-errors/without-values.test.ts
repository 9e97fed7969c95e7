import fc from 'fast-check'
import { expect, it } from 'vitest'
import { endings, framesOf, messageWithoutValues, pageWithoutIds } from './without-values.ts'

it.each([
  ['Invalid regular expression: /b2\\-secret/giu: Invalid escape', 'Invalid regular expression: … Invalid escape'],
  [
    'Invalid regular expression: / my secret(/giu: Unterminated group',
    'Invalid regular expression: … Unterminated group',
  ],
  ['Invalid regular expression: /a/ my secret(/u: Of a kind that is not known', 'Invalid regular expression: …'],
  [`Unexpected token 'x', "my secret text" is not valid JSON`, 'Unexpected token … is not valid JSON'],
  [`Unexpected token 'x', "my secret te`, 'Unexpected token …'],
  ["'div.it's secret' is not a valid selector.", '… is not a valid selector'],
  [
    "Failed to execute 'querySelector' on 'Document': 'div.it's secret' is not a valid selector.",
    'Failed to execute … is not a valid selector',
  ],
  [`JSON.parse: unexpected character at line 1 column 2 of the JSON data`, undefined],
  ['Failed to fetch https://knockwire.example/r/token?x=1 secret', 'Failed to fetch <address>'],
  ['Minified React error #185; visit https://react.dev/errors/185', 'Minified React error #185; visit <address>'],
  ["Cannot read properties of undefined (reading 'name')", 'Cannot read properties of undefined (reading …'],
  [`can't access property "name", x is undefined`, "can't access property …"],
  ["x isn't a function", undefined],
  ["the secret's name", 'the secret …'],
  ['Invalid time zone specified: my secret', 'Invalid time zone specified: …'],
  ['ada@example.com is no kw_0123456789abcdefghij', '<email> is no …'],
])('of “%s” is reported “%s”', (message, reported = message) => {
  expect(messageWithoutValues(message)).toBe(reported)
})

/** Texts with the quotes, slashes and spaces that a simple reading of a message takes for the end of what was typed. */
const typed = fc.string({
  unit: fc.oneof(
    fc.constantFrom('"', "'", '`', '“', '”', '/', '\\', ' ', '\n', ':'),
    fc.string({ minLength: 1, maxLength: 2 }),
  ),
})

it('no text that a browser quotes in a message is reported', () => {
  const messages = fc
    .tuple(
      typed,
      typed,
      fc.constantFrom('"', "'", '`', '“'),
      fc.constantFrom(' is not valid JSON', ' is not a valid selector.', ''),
    )
    .map(([before, after, quote, end]) => `Unexpected end at ${quote}${before}secret${after}${quote}${end}`)
  fc.assert(
    fc.property(messages, (message) => {
      expect(messageWithoutValues(message)).not.toContain('secret')
    }),
  )
})

it('no regular expression that was typed is reported', () => {
  const messages = fc
    .tuple(typed, typed, fc.constantFrom('', 'giu', 'v'), fc.constantFrom('Invalid escape', 'Unterminated group'))
    .map(([before, after, flags, end]) => `Invalid regular expression: /${before}secret${after}/${flags}: ${end}`)
  fc.assert(
    fc.property(messages, (message) => {
      expect(messageWithoutValues(message)).not.toContain('secret')
    }),
  )
})

it('what is reported is not changed by the server, which removes values once more', () => {
  fc.assert(
    fc.property(typed, fc.constantFrom(...endings), (text, ending) => {
      const reported = messageWithoutValues(`${text} ${ending}`)
      expect(messageWithoutValues(reported)).toBe(reported)
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
