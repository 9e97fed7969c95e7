import { expect, it } from 'vitest'
import type { RecordedExecution, Span } from '../record.ts'
import { judgeCompletions, type SentCompletion } from './check-completions.ts'

const start = Date.UTC(2026, 0, 5)

const run = (status: string, errorCode: string | null = null): RecordedExecution => ({
  id: 'run',
  taskId: 'task',
  trigger: 'SCHEDULE',
  method: 'POST',
  status,
  errorCode,
  statusCode: 202,
  scheduledForMs: start,
  createdAtMs: start,
})

const sent = (seconds: number, how: 'success' | 'failure', answered: number | null = 200): SentCompletion => ({
  executionId: 'run',
  failure: how === 'success' ? null : { exitCode: 7 },
  sentMs: start + seconds * 1000,
  answeredMs: answered === null ? null : start + seconds * 1000 + 20,
  answered,
})

const judge = (execution: RecordedExecution, completions: SentCompletion[], faults: Span[] = []) =>
  judgeCompletions({ taskIds: new Set(['task']), executions: [execution], sent: completions, withinMs: 6000, faults })

const failed = run('FAILED', 'COMPLETION_FAILED')
const silent = run('FAILED', 'NOT_COMPLETED')

it.each<[string, RecordedExecution, SentCompletion[]]>([
  ['a success', run('SUCCEEDED'), [sent(1, 'success')]],
  ['a failure', failed, [sent(1, 'failure')]],
  ['silence', silent, []],
  ['one that came too late', silent, [sent(9, 'success', 410)]],
  ['the first of two', run('SUCCEEDED'), [sent(1, 'success'), sent(2, 'failure')]],
  ['one whose answer was lost', failed, [sent(1, 'failure', null), sent(2, 'success')]],
  ['one that was lost', run('SUCCEEDED'), [sent(1, 'failure', null), sent(2, 'success')]],
  ['a call that was interrupted', run('FAILED', 'INTERRUPTED'), [sent(1, 'success')]],
])('the checker of completions finds nothing in %s, and counts it', (_what, execution, completions) => {
  const { violations, ended } = judge(execution, completions)
  expect(violations).toEqual([])
  expect([...ended.values()]).toEqual([1])
})

it.each<[string, RecordedExecution, SentCompletion[], string]>([
  ['an execution that waits for ever', run('WAITING'), [sent(1, 'success')], 'waits-for-ever'],
  ['a completion that was acknowledged and lost', silent, [sent(1, 'success')], 'lost-completion'],
  ['a success that nobody sent', run('SUCCEEDED'), [sent(1, 'failure')], 'undemanded-completion'],
  ['a failure that nobody sent', failed, [], 'undemanded-completion'],
  [
    'silence though its target had called and could not reach us',
    silent,
    [sent(1, 'success', 503), sent(9, 'success', 410)],
    'unanswered-completion',
  ],
  ['an end by the second of two', failed, [sent(1, 'success'), sent(2, 'failure')], 'wrong-completion'],
])('the checker of completions finds %s', (_what, execution, completions, kind) => {
  expect(judge(execution, completions).violations).toMatchObject([{ kind }])
})

it('the checker of completions counts those that were lost where nobody could notice that', () => {
  const fault = (what: string, seconds: number) => [{ what, fromMs: start, toMs: start + seconds * 1000 }]
  const lost = [sent(1, 'success', 503), sent(9, 'success', 410)]
  expect(judge(silent, lost, fault('link cut', 0))).toMatchObject({ unanswered: 1, violations: [] })
  expect(judge(silent, lost, fault('api freeze', 2))).toMatchObject({ unanswered: 1, violations: [] })
  for (const what of ['api freeze', 'api kill', 'database restart', 'executor-1 kill'])
    expect(judge(silent, lost, fault(what, 8))).toMatchObject({ violations: [{ kind: 'unanswered-completion' }] })
  expect(judge(silent, [sent(9, 'success', 503)], fault('link cut', 0)).unanswered).toBe(0)
})
