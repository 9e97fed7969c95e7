import { describe, expect, it } from 'vitest'
import { mendedInRequest, mendedInSchedule, sectionOfError } from './task-sections.ts'

const oneTime = { year: 2026, month: 1, day: 1, hour: 0, minute: 0, second: 0 }

describe('Editing a field', () => {
  it('[ER-02] may have corrected its error and no other', () => {
    expect(mendedInRequest({ requestUrl: 'x' })).toEqual(['requestUrl'])
    expect(mendedInRequest({ name: 'x' })).toEqual(['name'])
    expect(mendedInSchedule({ expression: '* * * * *' })).toEqual(['cronExpression'])
    expect(mendedInSchedule({ intervalSecond: 60 })).toEqual(['intervalSecond'])
  })

  it('[ER-21] may have corrected the time, whichever field of the one-time picker it is', () => {
    expect(mendedInSchedule({ oneTime })).toEqual(['oneTimeModeEpochSecond'])
    expect(mendedInSchedule({ oneTimeTimezone: 'UTC' })).toContain('oneTimeModeEpochSecond')
  })

  it('has corrected nothing where only another mode is chosen', () => {
    expect(mendedInSchedule({ mode: 'INTERVAL' })).toEqual([])
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
})
