import type { RecentRun } from '@knockwire/domain/tasks/task'
import { expect, it } from 'vitest'
import { healthState } from './health-state.ts'

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
const failing = { runs: 3, since: '2026-11-22T04:28:00.000Z' }
const clock = (at: string) => at.slice(11, 16)

it.each([
  ['a task that has not run yet', active, { failing: null, recentRuns: [] }, 'busy', 'Waiting for its first run'],
  [
    'a task whose first run is queued',
    active,
    { failing: null, recentRuns: [run({ status: 'QUEUED', statusCode: null })] },
    'busy',
    'Waiting for its first run',
  ],
  [
    'a task whose first run is under way',
    active,
    { failing: null, recentRuns: [run({ status: 'RUNNING', statusCode: null })] },
    'busy',
    'Running for the first time',
  ],
  [
    'a task that was only tested',
    active,
    { failing: null, recentRuns: [run({ trigger: 'TEST' })] },
    'busy',
    'Waiting for its first run',
  ],
  [
    'a task whose last runs are tests, and that ran by its schedule today',
    active,
    { failing: null, uptimePercent: 100, recentRuns: [run({ trigger: 'TEST' })] },
    'ok',
    'Healthy',
  ],
  ['a task whose last run got a good response', active, { failing: null, recentRuns: [run()] }, 'ok', 'Healthy'],
  [
    'a task that gets no responses',
    active,
    { failing, recentRuns: [run({ status: 'FAILED', statusCode: null })] },
    'bad',
    'Failing since 04:28, 3 in a row',
  ],
  [
    'a task that gets HTTP errors',
    active,
    { failing, recentRuns: [run({ status: 'RUNNING' }), run({ statusCode: 503 })] },
    'warn',
    'Failing since 04:28, 3 in a row',
  ],
  [
    'a task that was deactivated',
    { status: 'DISABLED', disabledReason: 'USER' } as const,
    { failing: null, recentRuns: [run()] },
    'idle',
    'Disabled',
  ],
  [
    'a task that was deactivated because it failed',
    { status: 'DISABLED', disabledReason: 'FAILURES' } as const,
    { failing, recentRuns: [run({ status: 'FAILED', statusCode: null })] },
    'bad',
    'Disabled, was failing since 04:28, 3 in a row',
  ],
  [
    'a task that ran once',
    { status: 'DISABLED', disabledReason: 'DONE' } as const,
    { failing: null, recentRuns: [run()] },
    'idle',
    'Done: it was to run once',
  ],
] as const)('%s is described in words', (_case, scheduler, health, tone, label) => {
  expect(healthState(scheduler, { uptimePercent: null, ...health, recentRuns: [...health.recentRuns] }, clock)).toEqual(
    { tone, label },
  )
})
