import { defaultFiring, Firing } from '@knockwire/domain/notifications/firing'
import { expect, it } from 'vitest'
import { describeFiring, toFiring } from './rule-form.ts'

it('is sent as the call declares it, whatever was typed', () => {
  expect(toFiring(defaultFiring)).toEqual(defaultFiring)
  for (const afterInARow of ['', '0', '-3', 'x', 1.9, 1]) {
    expect(Firing.parse(toFiring({ ...defaultFiring, afterInARow })).afterInARow).toBe(1)
  }
  expect(Firing.parse(toFiring({ ...defaultFiring, afterInARow: '5000' })).afterInARow).toBe(100)
})

it('tells of a recovery only where it tells of a start', () => {
  const form = { tellsRecovery: true, afterInARow: 3 }
  expect(toFiring({ ...form, mode: 'ON_START' }).tellsRecovery).toBe(true)
  expect(toFiring({ ...form, mode: 'EVERY_TIME' }).tellsRecovery).toBe(false)
})

it.each([
  ['EVERY_TIME', false, 1, null],
  ['EVERY_TIME', false, 3, 'Every time, after 3 in a row'],
  ['ON_START', false, 1, 'Once it starts'],
  ['ON_START', true, 1, 'Once it starts, and when it stops'],
  ['ON_START', true, 2, 'Once, after 2 in a row, and when it stops'],
] as const)('says of %s, recovery %s, after %i: %s', (mode, tellsRecovery, afterInARow, words) => {
  expect(describeFiring({ mode, tellsRecovery, afterInARow })).toBe(words)
})
