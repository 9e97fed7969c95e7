import type { FieldErrors } from '@knockwire/domain/errors'
import { describe, expect, it } from 'vitest'
import { fieldGroup, fieldOf, withoutErrors } from './field-group.ts'

const schedule = { catchUp: 'ONCE', catchUpSecond: 60, oneTimeMode: { year: 2026 }, oneTimeModeTimezone: 'UTC' }
type Schedule = typeof schedule

const edit = (errors: FieldErrors, run: (group: ReturnType<typeof fieldGroup<Schedule>>) => void) => {
  let [values, left] = [schedule, errors]
  run(
    fieldGroup({
      values,
      errors,
      apply: (change, correct) => {
        values = { ...values, ...change }
        left = correct(left)
      },
    }),
  )
  return { values, errors: left }
}

describe('Editing a field', () => {
  it('[ER-02] takes away its own error and no other, by its name alone', () => {
    const errors = { catchUp: 'a', catchUpSecond: 'b', oneTimeModeTimezone: 'c' }
    expect(edit(errors, ({ change }) => change({ catchUp: 'ALL' })).errors).toEqual({
      catchUpSecond: 'b',
      oneTimeModeTimezone: 'c',
    })
  })

  it('takes away errors that are about a part of it', () => {
    const errors = { oneTimeModeEpochSecond: 'a', oneTimeModeTimezone: 'b', 'oneTimeMode.year': 'c' }
    expect(edit(errors, ({ change }) => change({ oneTimeMode: { year: 2027 } })).errors).toEqual({
      oneTimeModeTimezone: 'b',
    })
  })

  it('takes away those that its component names, where they have other names', () => {
    const errors = { oneTimeModeEpochSecond: 'a', catchUp: 'b' }
    const { errors: left } = edit(errors, ({ change }) =>
      change({ oneTimeModeTimezone: 'GMT' }, (current) => withoutErrors(current, ['oneTimeModeEpochSecond'])),
    )
    expect(left).toEqual({ catchUp: 'b' })
  })

  it('takes the value of an event, or the value itself', () => {
    const typed = edit({}, ({ bind }) => bind('catchUp').onChange({ currentTarget: { value: 'ALL' } }))
    expect(typed.values.catchUp).toBe('ALL')
    expect(edit({}, ({ bind }) => bind('catchUpSecond').onChange(5)).values.catchUpSecond).toBe(5)
  })
})

it('a field’s name, value and error are bound together', () => {
  const { bind } = fieldGroup({ values: schedule, errors: { catchUp: 'No.' }, apply: () => {} })
  expect(bind('catchUp')).toMatchObject({ name: 'catchUp', value: 'ONCE', error: 'No.' })
  expect(bind('catchUpSecond').error).toBeUndefined()
})

it.each([
  ['catchUp', 'catchUp'],
  ['catchUpSecond', 'catchUpSecond'],
  ['oneTimeModeEpochSecond', 'oneTimeMode'],
  ['catchUpseconds', undefined],
  ['requestUrl', undefined],
])('the error %s is about the field %s', (error, field) => {
  expect(fieldOf(error, schedule)).toBe(field)
})
