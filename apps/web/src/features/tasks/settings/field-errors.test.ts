import { describe, expect, it } from 'vitest'
import { clearedByRequest, clearedBySchedule, sectionOfError } from './task-sections.ts'

const oneTime = { year: 2026, month: 1, day: 1, hour: 0, minute: 0, second: 0 }

describe('Editing a field', () => {
  it('[ER-02] may have corrected its error and no other', () => {
    expect(clearedByRequest({ requestUrl: 'x' })).toEqual(['requestUrl'])
    expect(clearedByRequest({ name: 'x' })).toEqual(['name'])
    expect(clearedBySchedule({ expression: '* * * * *' })).toEqual(['cronExpression'])
    expect(clearedBySchedule({ intervalSecond: 60 })).toEqual(['intervalSecond'])
  })

  it('[ER-21] may have corrected the time, whichever field of the one-time picker it is', () => {
    expect(clearedBySchedule({ oneTime })).toEqual(['oneTimeModeEpochSecond'])
    expect(clearedBySchedule({ oneTimeTimezone: 'UTC' })).toContain('oneTimeModeEpochSecond')
  })

  it('has corrected nothing where only another mode is chosen', () => {
    expect(clearedBySchedule({ mode: 'INTERVAL' })).toEqual([])
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
