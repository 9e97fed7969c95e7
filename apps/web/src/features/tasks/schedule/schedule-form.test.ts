import { SchedulerInput } from '@knockwire/domain/schedules/scheduler'
import { defaultScheduler } from '@knockwire/domain/schedules/default-scheduler'
import { describe, expect, it } from 'vitest'
import { unchangedSchedulerInput, scheduleFormOf, toSchedulerInput, withMode, withOneTime } from './schedule-form.ts'

const nowMs = Date.parse('2026-01-31T14:15:16.789Z')
const defaults = { nowMs, timezone: 'America/New_York' }
const fresh = scheduleFormOf(defaultScheduler, defaults)

describe('the schedule form', () => {
  it('[SC-05, SC-08] starts with every 30 minutes, sent as seconds', () => {
    expect(toSchedulerInput(fresh)).toMatchObject({ mode: 'INTERVAL', intervalSecond: 1800 })
  })

  it('[SC-25] takes the browser’s zone where none is stored', () => {
    expect(toSchedulerInput(fresh)).toMatchObject({
      timezone: 'America/New_York',
      oneTimeModeTimezone: 'America/New_York',
    })
  })

  it('has no time before ONE_TIME is chosen', () => {
    expect(toSchedulerInput(fresh).oneTimeModeEpochSecond).toBeNull()
  })

  it('[SC-20, SC-21] ONE_TIME starts with the current time of the zone, its second 0', () => {
    const chosen = withMode(fresh, 'ONE_TIME', nowMs)
    expect(chosen.oneTimeMode).toEqual({ year: 2026, month: 1, day: 31, hour: 9, minute: 15, second: 0 })
    expect(toSchedulerInput(chosen).oneTimeModeEpochSecond).toBe(Date.parse('2026-01-31T14:15:00Z') / 1000)
  })

  it('keeps the fields of each mode while another is chosen', () => {
    const picked = withOneTime(withMode(fresh, 'ONE_TIME', nowMs), { hour: 23 })
    const back = withMode(withMode(picked, 'CUSTOM', nowMs), 'ONE_TIME', nowMs + 3_600_000)
    expect(back.oneTimeMode).toEqual(picked.oneTimeMode)
  })

  it('[SC-16] the day follows into a shorter month', () => {
    const chosen = withMode(fresh, 'ONE_TIME', nowMs)
    expect(withOneTime(chosen, { month: 2 }).oneTimeMode).toMatchObject({ month: 2, day: 28 })
    expect(withOneTime(chosen, { month: 2, year: 2028 }).oneTimeMode).toMatchObject({ month: 2, day: 29 })
  })

  it('[SC-22] the same fields in another zone are another time', () => {
    const chosen = withMode(fresh, 'ONE_TIME', nowMs)
    const inTokyo = toSchedulerInput({ ...chosen, oneTimeModeTimezone: 'Asia/Tokyo' })
    expect(inTokyo.oneTimeModeEpochSecond).toBe(Date.parse('2026-01-31T00:15:00Z') / 1000)
  })

  it.each<SchedulerInput>([
    {
      ...defaultScheduler,
      mode: 'CUSTOM',
      expression: '*/5 * * * *',
      timezone: 'Asia/Kathmandu',
      oneTimeModeTimezone: 'UTC',
    },
    {
      ...defaultScheduler,
      mode: 'ONE_TIME',
      oneTimeModeEpochSecond: 1_800_000_017,
      timezone: 'UTC',
      oneTimeModeTimezone: 'Australia/Lord_Howe',
    },
    { ...defaultScheduler, intervalSecond: 604_800, timezone: 'Europe/Paris', oneTimeModeTimezone: 'Europe/Paris' },
  ])('[SC-27] gives back what was stored: $mode', (scheduler) => {
    expect(toSchedulerInput(scheduleFormOf(scheduler, defaults))).toEqual(scheduler)
    expect(SchedulerInput.parse(unchangedSchedulerInput(scheduler))).toEqual(scheduler)
  })

  it('keeps a stored zone that the browser does not know', () => {
    const scheduler: SchedulerInput = {
      ...defaultScheduler,
      mode: 'ONE_TIME',
      oneTimeModeEpochSecond: 1_800_000_017,
      timezone: 'Mars/Olympus',
      oneTimeModeTimezone: 'Mars/Olympus',
    }
    expect(toSchedulerInput(scheduleFormOf(scheduler, defaults))).toEqual(scheduler)
  })

  it('sends an empty expression as none', () => {
    expect(toSchedulerInput({ ...fresh, cronExpression: '  ' }).expression).toBeNull()
  })
})
