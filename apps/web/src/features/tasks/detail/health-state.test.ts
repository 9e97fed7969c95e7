import type { RecentRun } from '@knockwire/domain/tasks/task'
import { expect, it } from 'vitest'
import { healthState } from './health-state.ts'

const nowMs = Date.UTC(2026, 10, 22, 4, 30)
const run = (changes: Partial<RecentRun> = {}): RecentRun => ({
  id: '01900000-0000-7000-8000-000000000001',
  trigger: 'SCHEDULE',
  status: 'SUCCEEDED',
  statusCode: 200,
  errorCode: null,
  responseTimeMs: 40,
  createdAt: '2026-11-22T04:28:00.000Z',
  ...changes,
})
const active = { status: 'ACTIVE', disabledReason: null } as const
const failing = { runs: 3, failures: 3 }
const never = { since: null, failing: null }
const minutesAgo = (minutes: number) => new Date(nowMs - minutes * 60_000).toISOString()
const up = (days: number) => ({ since: minutesAgo(days * 24 * 60), failing: null, recentRuns: [run()] })

it.each([
  [
    'a task that has not run yet',
    active,
    { ...never, recentRuns: [] },
    'busy',
    'Never run',
    'Waiting for its first execution',
  ],
  [
    'a task whose first run is in progress',
    active,
    { ...never, recentRuns: [run({ status: 'RUNNING', statusCode: null })] },
    'busy',
    'Running',
    'For the first time',
  ],
  [
    'a task whose first run waits for its completion',
    active,
    { ...never, recentRuns: [run({ status: 'WAITING' })] },
    'busy',
    'Waiting',
    'For its first execution to be completed',
  ],
  [
    'a task that was only tested',
    active,
    { ...never, recentRuns: [run({ trigger: 'TEST' })] },
    'busy',
    'Only tested',
    'Waiting for its first scheduled execution',
  ],
  [
    'a task that is being tested before it has run',
    active,
    { ...never, recentRuns: [run({ trigger: 'TEST', status: 'QUEUED', statusCode: null })] },
    'busy',
    'Testing',
    'Waiting for its first scheduled execution',
  ],
  [
    'a task whose test waits for its completion before it has run',
    active,
    { ...never, recentRuns: [run({ trigger: 'TEST', status: 'WAITING' })] },
    'busy',
    'Testing',
    'The test waits to be completed',
  ],
  [
    'a task whose runs so far said nothing about the target',
    active,
    { ...never, recentRuns: [run({ status: 'FAILED', statusCode: null, errorCode: 'INCONCLUSIVE' })] },
    'busy',
    'Active',
    null,
  ],
  ['a task that is up', active, up(3), 'ok', 'Up for 3 days', null],
  ['a task that was up for all the time that is counted', active, up(90), 'ok', 'Up for over 89 days', null],
  [
    'a task that gets no responses',
    active,
    { since: minutesAgo(12), failing, recentRuns: [run({ status: 'FAILED', statusCode: null })] },
    'bad',
    'Failing for 12 min',
    '3 executions in a row',
  ],
  [
    'a task that gets HTTP errors',
    active,
    {
      since: minutesAgo(120),
      failing: { runs: 1, failures: 0 },
      recentRuns: [run({ status: 'RUNNING' }), run({ statusCode: 503 })],
    },
    'warn',
    'Failing for 2 hours',
    '1 execution',
  ],
  [
    'a task that was deactivated',
    { status: 'DISABLED', disabledReason: 'USER' } as const,
    { since: minutesAgo(60), failing: null, recentRuns: [run()] },
    'idle',
    'Disabled',
    '1 h ago',
  ],
  [
    'a task that was deactivated because it failed',
    { status: 'DISABLED', disabledReason: 'FAILURES' } as const,
    { since: minutesAgo(60), failing, recentRuns: [run({ status: 'FAILED', statusCode: null })] },
    'bad',
    'Disabled',
    'after 3 failed executions, 1 h ago',
  ],
  [
    'a task that ran once',
    { status: 'DISABLED', disabledReason: 'DONE' } as const,
    { since: minutesAgo(1), failing: null, recentRuns: [run()] },
    'idle',
    'Finished',
    '1 min ago',
  ],
  [
    'a task of a suspended account',
    { status: 'DISABLED', disabledReason: 'SUSPENDED' } as const,
    { since: minutesAgo(1), failing: null, recentRuns: [run()] },
    'idle',
    'Stopped while the account is suspended',
    '1 min ago',
  ],
] as const)('%s is described in words', (_case, scheduler, health, tone, title, detail) => {
  expect(healthState(scheduler, { ...health, recentRuns: [...health.recentRuns] }, nowMs)).toEqual({
    tone,
    title,
    detail,
  })
})
