import { expect, it } from 'vitest'
import { email } from '../../channels/email/email.ts'
import { plans } from '../../plans/plans.ts'
import { defaultScheduler } from '../../schedules/default-scheduler.ts'
import type { SchedulerInput } from '../../schedules/scheduler.ts'
import type { Firing } from '../firing.ts'
import { defaultFiring } from '../firing-rules.ts'
import { usesUpAllowance } from './uses-up-allowance.ts'

const nowMs = Date.UTC(2026, 10, 28, 12)
const every = (intervalSecond: number): SchedulerInput => ({ ...defaultScheduler, intervalSecond })
const cron = (expression: string): SchedulerInput => ({
  ...defaultScheduler,
  mode: 'CUSTOM',
  expression,
  timezone: 'UTC',
})
const onFree = (scheduler: SchedulerInput, firing: Partial<Firing> = {}) =>
  usesUpAllowance(scheduler, { ...defaultFiring, ...firing }, email.usageLimit.allowance(plans.FREE), nowMs)
const onSuper = (scheduler: SchedulerInput) =>
  usesUpAllowance(scheduler, defaultFiring, email.usageLimit.allowance(plans.SUPER), nowMs)

it.each([
  ['each minute', every(60), true],
  ['each hour', every(3600), true],
  ['each two hours', every(7200), false],
  ['once a day', every(86_400), false],
  ['each minute by cron', cron('* * * * *'), true],
  ['each half hour of a working day', cron('*/30 9-16 * * *'), false],
  ['each quarter of an hour of a working day', cron('*/15 9-16 * * *'), true],
  ['twice a day', cron('0 8,20 * * *'), false],
  ['once a year', cron('0 0 1 1 *'), false],
  ['never', cron('0 0 30 2 *'), false],
  ['once', { ...defaultScheduler, mode: 'ONE_TIME', oneTimeModeEpochSecond: 4_000_000_000 } as const, false],
])('20 emails a day are used up by a task that runs %s: %#', (_name, scheduler, isUsedUp) => {
  expect(onFree(scheduler)).toBe(isUsedUp)
})

it('only what is sent every time is judged by its schedule, and the first of a row are no messages', () => {
  expect(onFree(every(60), { mode: 'ON_START' })).toBe(false)
  expect(onFree(every(3600), { afterInARow: 4 })).toBe(true)
  expect(onFree(every(3600), { afterInARow: 5 })).toBe(false)
})

it.each([
  ['each minute', cron('* * * * *'), true],
  ['each two minutes', cron('*/2 * * * *'), true],
  ['each five minutes', cron('*/5 * * * *'), false],
  ['each minute by an interval', every(60), true],
  ['each five minutes by an interval', every(300), false],
])('20,000 emails a month are used up by a task that runs %s: %#', (_name, scheduler, isUsedUp) => {
  expect(onSuper(scheduler)).toBe(isUsedUp)
})
