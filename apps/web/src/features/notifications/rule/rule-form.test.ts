import { defaultCondition } from '@knockwire/domain/conditions/condition-rules'
import { Firing, type FiringMode } from '@knockwire/domain/notifications/firing'
import { defaultFiring } from '@knockwire/domain/notifications/firing-rules'
import { expect, it } from 'vitest'
import { describeFiring, newRuleForm, toFiring, toRule } from './rule-form.ts'

it('a rule is sent within its limits, whatever was typed', () => {
  expect(toFiring(defaultFiring)).toEqual(defaultFiring)
  for (const afterInARow of ['', '0', '-3', 'x', 1.9, 1]) {
    const firing = { ...defaultFiring, mode: 'ON_START', afterInARow, recoverAfterInARow: afterInARow } as const
    expect(Firing.parse(toFiring(firing))).toMatchObject({ afterInARow: 1, recoverAfterInARow: 1 })
  }
  expect(Firing.parse(toFiring({ ...defaultFiring, afterInARow: '5000' })).afterInARow).toBe(100)
})

it('a rule notifies on recovery only where it notifies on start', () => {
  const form = { notifyOnRecovery: true, afterInARow: 3, recoverAfterInARow: 2 }
  expect(toFiring({ ...form, mode: 'ON_START' })).toEqual({ ...form, mode: 'ON_START' })
  expect(toFiring({ ...form, mode: 'EVERY_TIME' })).toMatchObject({ notifyOnRecovery: false, recoverAfterInARow: 1 })
})

it.each([
  ['EVERY_TIME', false, 1, 1, null],
  ['EVERY_TIME', false, 3, 1, 'Every time, after 3 in a row'],
  ['ON_START', false, 1, 1, 'When it becomes true'],
  ['ON_START', true, 1, 1, 'When it becomes true, and on recovery'],
  ['ON_START', true, 2, 1, 'Once after 2 in a row, and on recovery'],
  ['ON_START', true, 2, 3, 'Once after 2 in a row, and on recovery after 3 in a row'],
  ['ON_START', false, 1, 3, 'When it becomes true, recovery after 3 in a row'],
] as const)(
  'the mode %s with recovery %s after %i in a row, recovered after %i, is described as %s',
  (mode, notifyOnRecovery, afterInARow, recoverAfterInARow, words) => {
    const firing = { mode, notifyOnRecovery, afterInARow, recoverAfterInARow }
    expect(describeFiring({ condition: defaultCondition, firing })).toBe(words)
  },
)

it('a notification of changes is not sent on recovery, of which there is none', () => {
  const { rows, firing } = newRuleForm()
  expect(toRule({ rows, firing }).firing.notifyOnRecovery).toBe(true)
  const changes = rows.map((row) => ({ ...row, comparison: 'has_changed' as const }))
  expect(toRule({ rows: changes, firing }).firing.notifyOnRecovery).toBe(false)
})

it('a notification of changes is described as one that is sent more than once', () => {
  const condition = { ...defaultCondition, comparison: 'has_changed' as const }
  const describe = (mode: FiringMode) => describeFiring({ condition, firing: { ...defaultFiring, mode } })
  expect(describe('ON_START')).toBe('On the first of consecutive changes')
  expect(describe('EVERY_TIME')).toBeNull()
})
