import { expect, it } from 'vitest'
import { SchedulerInput } from './scheduler.ts'
import { localDateTimeAt } from './zone-clock.ts'

const accepts = (fields: object) => SchedulerInput.safeParse({ mode: 'INTERVAL', ...fields }).success

it.each([
  ['intervalSecond', [1, 2_147_483_647], [0, -1, 1.5, 2_147_483_648]],
  ['expression', ['', 'a'.repeat(256)], ['a'.repeat(257)]],
  ['timezone', ['', 'a'.repeat(64)], ['a'.repeat(65)]],
  ['oneTimeModeEpochSecond', [0, 253_402_300_799], [-1, 0.5, 253_402_300_800]],
  ['oneTimeModeTimezone', ['', 'a'.repeat(64)], ['a'.repeat(65)]],
])('a schedule’s %s is kept as far as it can be stored and shown', (field, good, bad) => {
  expect([null, ...good].filter((value) => !accepts({ [field]: value }))).toEqual([])
  expect(bad.filter((value) => accepts({ [field]: value }))).toEqual([])
})

it('the clock of a time zone that there is none of is a mistake of the caller', () => {
  expect(() => localDateTimeAt(0, 'Nowhere')).toThrow(new RangeError('Not a time zone: Nowhere'))
})
