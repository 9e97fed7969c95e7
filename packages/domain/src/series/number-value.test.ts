import { expect, it } from 'vitest'
import { isNumberText, plottedNumber } from './number-value.ts'

it.each([
  [7, 7],
  [-0.5, -0.5],
  ['12', 12],
  [' -12.5\n', -12.5],
  ['1.25', 1.25],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
  ['', null],
  [' ', null],
  ['1.', null],
  ['.5', null],
  ['+1', null],
  ['1e3', null],
  ['1 2', null],
  ['--1', null],
  ['a1', null],
  ['1a', null],
  [true, null],
  [null, null],
  [[5], null],
])('[TH-10] the value %j is plotted as %j', (value, number) => {
  expect(plottedNumber(value)).toBe(number)
  if (typeof value === 'string') expect(isNumberText(value)).toBe(number !== null)
})
