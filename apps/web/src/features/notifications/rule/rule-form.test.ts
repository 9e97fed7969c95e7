import { Firing } from '@knockwire/domain/notifications/firing'
import { defaultFiring } from '@knockwire/domain/notifications/firing-rules'
import { expect, it } from 'vitest'
import { describeFiring, toFiring } from './rule-form.ts'

it('a rule is sent within its limits, whatever was typed', () => {
  expect(toFiring(defaultFiring)).toEqual(defaultFiring)
  for (const afterInARow of ['', '0', '-3', 'x', 1.9, 1]) {
    expect(Firing.parse(toFiring({ ...defaultFiring, afterInARow })).afterInARow).toBe(1)
  }
  expect(Firing.parse(toFiring({ ...defaultFiring, afterInARow: '5000' })).afterInARow).toBe(100)
})

it('a rule notifies on recovery only where it notifies on start', () => {
  const form = { notifyOnRecovery: true, afterInARow: 3 }
  expect(toFiring({ ...form, mode: 'ON_START' }).notifyOnRecovery).toBe(true)
  expect(toFiring({ ...form, mode: 'EVERY_TIME' }).notifyOnRecovery).toBe(false)
})

it.each([
  ['EVERY_TIME', false, 1, null],
  ['EVERY_TIME', false, 3, 'Every time, after 3 in a row'],
  ['ON_START', false, 1, 'Once'],
  ['ON_START', true, 1, 'Once, and on recovery'],
  ['ON_START', true, 2, 'Once after 2 in a row, and on recovery'],
] as const)(
  'the mode %s with recovery %s after %i in a row is described as %s',
  (mode, notifyOnRecovery, afterInARow, words) => {
    expect(describeFiring({ mode, notifyOnRecovery, afterInARow })).toBe(words)
  },
)
