import { expect, it } from 'vitest'
import { checkSelector } from './check-selector.ts'

it.each([
  [' ', 'Enter a CSS selector.'],
  ['p[', 'This is not a valid CSS selector.'],
  ['p:unknown', 'This is not a valid CSS selector.'],
  ['x'.repeat(513), 'A CSS selector has at most 512 characters.'],
  ['x'.repeat(512), null],
  ['#main > p:has(b)', null],
])('a CSS selector is checked: %j', (selector, problem) => {
  expect(checkSelector(selector)).toBe(problem)
})
