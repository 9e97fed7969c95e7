import { expect, it } from 'vitest'
import { lenderName, rateText } from './labels.ts'

it.each([
  [6.125, '6.125%'],
  ['6.5', '6.500%'],
  [0, '0.000%'],
  [null, 'N/A'],
  [undefined, 'N/A'],
  ['', 'N/A'],
  ['six', 'Invalid'],
  [Number.POSITIVE_INFINITY, 'Invalid'],
  [true, 'Invalid'],
  [[], 'Invalid'],
])('[MR-15, MR-16, MR-17] a rate of %j is shown as %s', (value, text) => expect(rateText(value)).toBe(text))

it.each([
  ['freddie_mac', 'Freddie Mac'],
  ['FIRST__bank_', 'First Bank'],
  ['one', 'One'],
])('[MR-14] the lender %s is shown as %s', (lender, name) => expect(lenderName(lender)).toBe(name))
