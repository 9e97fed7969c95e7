import { expect, it } from 'vitest'
import { checkSelector } from './check-selector.ts'

it.each([
  [' ', 'Please enter a CSS selector.'],
  ['p[', 'This CSS selector cannot be read.'],
  ['p:unknown', 'This CSS selector cannot be read.'],
  ['x'.repeat(513), 'A CSS selector has at most 512 characters.'],
  ['x'.repeat(512), null],
  ['#main > p:has(b)', null],
])('a CSS selector is checked: %j', (selector, problem) => {
  expect(checkSelector(selector)).toBe(problem)
})
