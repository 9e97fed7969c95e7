import { SaveTaskInput, type TaskView } from '@knockwire/domain/tasks/task'
import { describe, expect, it } from 'vitest'
import { hasChanged } from '../../../lib/editing/edited-form.ts'
import { requestSettingsOf, scheduleOf, taskFormOf, toSaveTaskInput, type TaskForm } from './task-form.ts'

const task: TaskView = {
  id: '01a1fb94-6970-7605-a58a-13722d4ffeca',
  version: 1,
  name: 'Orders',
  status: 'ACTIVE',
  createdAt: '2026-01-01T00:00:00.000Z',
  lastOpenedAt: null,
  notificationCount: 0,
  completion: null,
  key: null,
  description: null,
  labels: {},
  managedBy: null,
  scheduler: {
    mode: 'CUSTOM',
    intervalSecond: 1800,
    expression: '0 9 * * 1-5',
    timezone: null,
    oneTimeModeEpochSecond: null,
    oneTimeModeTimezone: null,
    catchUp: 'ONCE',
    catchUpSecond: null,
    status: 'ACTIVE',
    disabledReason: null,
    nextExecutionDate: '2026-01-02T09:00:00.000Z',
  },
  request: {
    target: {
      uri: 'https://api.example.com',
      method: 'POST',
      headers: [['Accept', '*/*']],
      body: 'x',
      basicAuth: { status: 'ENABLED', username: 'ada', passwordSet: true },
      followRedirect: true,
      allowInsecureCerts: false,
    },
  },
}
const defaults = { nowMs: Date.parse('2026-01-01T12:00:00Z'), timezone: 'Europe/Paris' }
const bothSections: TaskForm = { request: requestSettingsOf(task), schedule: scheduleOf(task, defaults) }

describe('The saved task', () => {
  it('[AP-17, AP-18] has the name, the scheduler and the request, as the call declares them', () => {
    expect(SaveTaskInput.parse(toSaveTaskInput(task, bothSections, defaults))).toEqual({
      completion: null,
      name: 'Orders',
      scheduler: {
        mode: 'CUSTOM',
        intervalSecond: 1800,
        expression: '0 9 * * 1-5',
        timezone: null,
        oneTimeModeEpochSecond: null,
        catchUp: 'ONCE',
        catchUpSecond: null,
        oneTimeModeTimezone: null,
      },
      request: { target: { ...task.request.target, basicAuth: { status: 'ENABLED', username: 'ada' } } },
    })
  })

  it('contains a section that is not edited as the server returned it', () => {
    const { status: _, disabledReason: __, nextExecutionDate: ___, ...scheduler } = task.scheduler
    expect(toSaveTaskInput(task, {}).scheduler).toEqual(scheduler)
    const renamed = toSaveTaskInput(task, { request: { ...requestSettingsOf(task), name: 'New' } })
    expect(renamed).toMatchObject({ name: 'New', scheduler })
  })

  const scheduleAfter = (scheduler: Partial<TaskView['scheduler']>, change: Partial<TaskForm['schedule']>) => {
    const stored = { ...task, scheduler: { ...task.scheduler, ...scheduler } }
    return toSaveTaskInput(stored, { schedule: { ...scheduleOf(stored, defaults), ...change } }, defaults).scheduler
  }

  it('keeps what was stored of each field of the schedule that is not edited', () => {
    const { status: _, disabledReason: __, nextExecutionDate: ___, ...scheduler } = task.scheduler
    expect(scheduleOf(task, defaults).timezone).toBe('UTC')
    expect(scheduleAfter({ intervalSecond: null }, { catchUp: 'SKIP' })).toEqual({
      ...scheduler,
      intervalSecond: null,
      catchUp: 'SKIP',
    })
    // The second of the two times at which the clocks of Berlin show 2:30 that night.
    const repeated = { mode: 'ONE_TIME', oneTimeModeEpochSecond: Date.parse('2026-10-25T01:30:00Z') / 1000 } as const
    expect(scheduleAfter({ ...repeated, oneTimeModeTimezone: 'Europe/Berlin' }, { catchUp: 'SKIP' })).toMatchObject(
      repeated,
    )
    expect(scheduleOf({ ...task, scheduler: { ...task.scheduler, ...repeated } }, defaults)).toMatchObject({
      oneTimeModeTimezone: 'UTC',
      oneTimeMode: { hour: 1, minute: 30 },
    })
  })

  it('takes the zone that another mode begins with', () => {
    expect(scheduleAfter({ mode: 'INTERVAL' }, { mode: 'CUSTOM' })).toMatchObject({ timezone: 'Europe/Paris' })
    expect(scheduleAfter({ mode: 'INTERVAL' }, { catchUp: 'SKIP' })).toMatchObject({ timezone: null })
  })

  it('takes the zone of the browser for a draft, whose messages show times in it', () => {
    const draft: TaskView = { ...task, status: 'DRAFT', scheduler: { ...task.scheduler, mode: 'INTERVAL' } }
    expect(toSaveTaskInput(draft, { schedule: scheduleOf(draft, defaults) }, defaults).scheduler).toMatchObject({
      timezone: 'Europe/Paris',
    })
  })

  it.each(['', '   '])('[RE-02] has no name where %j is entered', (name) => {
    expect(toSaveTaskInput(task, { request: { ...requestSettingsOf(task), name } }).name).toBeNull()
  })
})

describe('A task form', () => {
  const isChanged = (form: Partial<TaskForm>) =>
    hasChanged(
      {
        valuesOf: (base) => taskFormOf(base, defaults),
        toInput: (base, values) => toSaveTaskInput(base, values, defaults),
      },
      task,
      form,
    )

  it('is not dirty while its open sections are unchanged', () => {
    expect(isChanged({})).toBe(false)
    expect(isChanged(bothSections)).toBe(false)
  })

  it('is not dirty for a blank header row', () => {
    const request = {
      ...requestSettingsOf(task),
      requestHeaders: [
        { name: 'Accept', value: '*/*' },
        { name: '', value: '' },
      ],
    }
    expect(isChanged({ request })).toBe(false)
  })

  it('is dirty after any change, in either section', () => {
    expect(isChanged({ request: { ...requestSettingsOf(task), requestMethod: 'PUT' } })).toBe(true)
    expect(isChanged({ request: { ...requestSettingsOf(task), requestBasicAuthPassword: 'new' } })).toBe(true)
    expect(isChanged({ schedule: { ...scheduleOf(task, defaults), mode: 'INTERVAL' } })).toBe(true)
  })
})
