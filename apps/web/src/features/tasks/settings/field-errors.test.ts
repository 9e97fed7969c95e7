import { describe, expect, it } from 'vitest'
import { clearRequestErrors, clearScheduleErrors, clearSectionErrors, sectionOfError } from './task-form.ts'

const errors = {
  requestUrl: 'u',
  requestHeaders: 'h',
  cronExpression: 'c',
  oneTimeModeEpochSecond: 'o',
}

const oneTime = { year: 2026, month: 1, day: 1, hour: 0, minute: 0, second: 0 }

describe('Editing a field', () => {
  it('[ER-02] clears its error and no other', () => {
    expect(clearRequestErrors(errors, { requestUrl: 'x' })).toEqual({ ...errors, requestUrl: undefined })
    expect(clearScheduleErrors(errors, { expression: '* * * * *' })).toEqual({ ...errors, cronExpression: undefined })
    expect(clearRequestErrors(errors, { name: 'x' })).toEqual(errors)
    expect(clearScheduleErrors(errors, { intervalSecond: 60 })).toEqual(errors)
  })

  it('[ER-21] clears the error of the time, whichever field of the one-time picker it is', () => {
    expect(clearScheduleErrors(errors, { oneTime })).not.toHaveProperty('oneTimeModeEpochSecond')
    expect(clearScheduleErrors(errors, { oneTimeTimezone: 'UTC' })).not.toHaveProperty('oneTimeModeEpochSecond')
  })

  it('clears nothing where only another mode is chosen', () => {
    expect(clearScheduleErrors(errors, { mode: 'INTERVAL' })).toEqual(errors)
  })
})

describe('errors and sections', () => {
  it.each([
    ['requestUrl', 'request'],
    ['requestBasicAuthPassword', 'request'],
    ['name', 'request'],
    ['cronExpression', 'schedule'],
    ['intervalSecond', 'schedule'],
    ['oneTimeModeEpochSecond', 'schedule'],
    ['oneTimeModeTimezone', 'schedule'],
    ['timezone', 'schedule'],
  ])('%s belongs to the %s section', (key, section) => {
    expect(sectionOfError(key)).toBe(section)
  })

  it('[TD-12] cancelling a section takes its errors along and leaves those of the other', () => {
    expect(clearSectionErrors(errors, 'schedule')).toEqual({ requestUrl: 'u', requestHeaders: 'h' })
  })
})
