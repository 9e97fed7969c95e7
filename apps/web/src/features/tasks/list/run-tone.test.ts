import { defaultCatchUp } from '@knockwire/domain/schedules/catch-up'
import type { RecentRun } from '@knockwire/domain/tasks/task'
import { defaultScheduler } from '@knockwire/domain/schedules/default-scheduler'
import { describe, expect, it } from 'vitest'
import { lastResult, lastScheduled, runOutcome, runSummary, runTone, stripSummary, taskState } from './run-tone.ts'

const run = (changes: Partial<RecentRun> = {}): RecentRun => ({
  id: '01890000-0000-7000-8000-000000000001',
  trigger: 'SCHEDULE',
  status: 'SUCCEEDED',
  statusCode: 200,
  errorCode: null,
  responseTimeMs: 143,
  createdAt: '2030-01-01T00:00:00Z',
  ...changes,
})
const failed = run({ status: 'FAILED', statusCode: null, errorCode: 'TIMEOUT', responseTimeMs: null })
const inconclusive = run({ ...failed, errorCode: 'INCONCLUSIVE' })
const running = run({ status: 'RUNNING', statusCode: null, responseTimeMs: null })
const scheduler = {
  ...defaultScheduler,
  ...defaultCatchUp,
  status: 'ACTIVE' as const,
  disabledReason: null,
  nextExecutionDate: null,
}

describe('a run', () => {
  it.each([
    [run(), 'ok', '200 in 143 ms'],
    [run({ statusCode: 399 }), 'ok', '399 in 143 ms'],
    [run({ statusCode: 404 }), 'warn', '404 in 143 ms'],
    [failed, 'bad', 'Timeout'],
    [{ ...failed, responseTimeMs: 30_000 }, 'bad', 'Timeout after 30.00 s'],
    [inconclusive, 'idle', 'Inconclusive: our network failed'],
    [running, 'busy', 'Running'],
  ])('$status $statusCode', (given, tone, summary) => {
    expect([runTone(given), runSummary(given)]).toEqual([tone, summary])
  })

  it('by the schedule is the last one, whatever was tested after it; of a task that was only tested it is the test', () => {
    const tested = run({ trigger: 'TEST', statusCode: 404 })
    expect(lastScheduled([running, tested, run()])).toEqual(run())
    expect(lastScheduled([tested])).toEqual(tested)
    expect(lastScheduled([])).toBeUndefined()
  })

  it('has a word for a failure without a code', () => {
    expect(runOutcome(run({ status: 'FAILED', statusCode: null, errorCode: null }))).toBe('Failed')
  })
})

describe('a task at a glance', () => {
  it('looks past inconclusive runs, and its strip counts them apart', () => {
    expect(taskState({ scheduler, recentRuns: [inconclusive, run(), failed] }).tone).toBe('ok')
    expect(stripSummary([inconclusive, run()])).toBe('Last 2 executions: 1 succeeded, 1 inconclusive')
  })

  it('shows the last result while an execution is in flight', () => {
    expect(lastResult([running, failed, run()])).toBe(failed)
    expect(taskState({ scheduler, recentRuns: [running, failed, run()] }).tone).toBe('bad')
  })

  it.each([
    [null, 'idle', 'Disabled'],
    ['FAILURES', 'bad', 'Disabled after too many failed executions'],
    ['SUSPENDED', 'idle', 'Stopped while the account is suspended'],
    ['DONE', 'idle', 'Finished: this one-time task has run'],
  ] as const)('disabled by %s', (disabledReason, tone, label) => {
    expect(taskState({ scheduler: { ...scheduler, status: 'DISABLED', disabledReason }, recentRuns: [run()] })).toEqual(
      { tone, label },
    )
  })

  it('waits for its first run until that has begun', () => {
    expect(taskState({ scheduler, recentRuns: [] }).label).toBe('Active, waiting for its first execution')
    expect(taskState({ scheduler, recentRuns: [running] }).label).toBe('Active')
  })

  it('labels its run strip for screen readers', () => {
    expect(stripSummary([])).toBe('No executions yet')
    expect(stripSummary([run(), run(), failed])).toBe('Last 3 executions: 2 succeeded, 1 failed')
    expect(stripSummary([running])).toBe('Last execution: 1 running')
  })
})
