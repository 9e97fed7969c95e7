import { milliseconds } from '@knockwire/domain/executions/milliseconds'
import { isInconclusive } from '@knockwire/domain/executions/inconclusive'
import { errorTitles } from '@knockwire/domain/executions/error-titles'
import type { RecentRun, TaskListItem } from '@knockwire/domain/tasks/task'
import type { Tone } from '../../../components/ui/feedback/status-dot.tsx'

/** A response below 400 is ok, any other is a warning; no response is bad, unless that says nothing about the target. */
export function runTone(run: Pick<RecentRun, 'status' | 'statusCode' | 'errorCode'>): Tone {
  if (run.status === 'QUEUED' || run.status === 'RUNNING' || run.status === 'WAITING') return 'busy'
  if (run.status === 'FAILED') return isInconclusive(run.errorCode) ? 'idle' : 'bad'
  return (run.statusCode ?? 0) < 400 ? 'ok' : 'warn'
}

/** The outcome in a few words: the status code, why there was no response, or that it is in flight. */
export function runOutcome(run: Pick<RecentRun, 'status' | 'statusCode' | 'errorCode'>): string {
  if (run.status === 'QUEUED') return 'Queued'
  if (run.status === 'RUNNING') return 'Running'
  if (run.status === 'WAITING') return 'Waiting'
  if (run.status === 'SUCCEEDED') return String(run.statusCode ?? 'Succeeded')
  return run.errorCode === null ? 'Failed' : errorTitles[run.errorCode]
}

/** "200 in 143 ms", "Timeout after 30 s". */
export const runSummary = (run: Pick<RecentRun, 'status' | 'statusCode' | 'errorCode' | 'responseTimeMs'>): string =>
  run.responseTimeMs === null
    ? runOutcome(run)
    : `${runOutcome(run)} ${run.status === 'SUCCEEDED' ? 'in' : 'after'} ${milliseconds(run.responseTimeMs)}`

/** The newest run that has ended, for a list's "last result". */
export const lastResult = (runs: readonly RecentRun[]): RecentRun | undefined =>
  runs.find((run) => run.status === 'SUCCEEDED' || run.status === 'FAILED')

/** The newest run by schedule that has ended; of a task that was only tested, the newest test. */
export const lastScheduled = (runs: readonly RecentRun[]): RecentRun | undefined =>
  lastResult(runs.filter(({ trigger }) => trigger === 'SCHEDULE')) ?? lastResult(runs)

/** Whether an execution of the schedule has not ended: the next one is after it, whenever it is due. A test delays none. */
export const isInFlight = (runs: readonly RecentRun[]): boolean =>
  runs.some((run) => run.trigger === 'SCHEDULE' && runTone(run) === 'busy')

/** The newest run that says something about the target. */
export const lastConclusive = (runs: readonly RecentRun[]) =>
  lastResult(runs.filter((run) => !isInconclusive(run.errorCode)))

/** The task at a glance: how its last run went, or why nothing runs. */
export function taskState({ scheduler, recentRuns }: Pick<TaskListItem, 'scheduler' | 'recentRuns'>): {
  tone: Tone
  label: string
} {
  if (scheduler.status === 'DISABLED') return disabledState(scheduler.disabledReason)
  const last = lastConclusive(recentRuns)
  if (last === undefined)
    return { tone: 'busy', label: recentRuns.length === 0 ? 'Active, waiting for its first execution' : 'Active' }
  const labels = {
    ok: 'Active, last execution succeeded',
    warn: 'Failing: last execution was an HTTP error',
    bad: 'Failing: last execution failed',
  } as const
  const tone = runTone(last)
  return { tone, label: tone === 'ok' || tone === 'warn' || tone === 'bad' ? labels[tone] : 'Active' }
}

/** The operator of the server suspended the account: what ran goes on with it. */
export const stoppedBySuspension = 'Stopped while the account is suspended'

function disabledState(reason: TaskListItem['scheduler']['disabledReason']): { tone: Tone; label: string } {
  if (reason === 'FAILURES') return { tone: 'bad', label: 'Disabled after too many failed executions' }
  const label = reason === 'SUSPENDED' ? stoppedBySuspension : 'Disabled'
  return { tone: 'idle', label: reason === 'DONE' ? 'Finished: this one-time task has run' : label }
}

/** The label of a strip of runs for screen readers. */
export function stripSummary(runs: readonly RecentRun[]): string {
  if (runs.length === 0) return 'No executions yet'
  const count = (tone: Tone) => runs.filter((run) => runTone(run) === tone).length
  const parts = [
    [count('ok'), 'succeeded'],
    [count('warn'), count('warn') === 1 ? 'HTTP error' : 'HTTP errors'],
    [count('bad'), 'failed'],
    [count('idle'), 'inconclusive'],
    [count('busy'), 'running'],
  ] as const
  const counts = parts.filter(([number]) => number > 0).map(([number, label]) => `${number} ${label}`)
  return `Last ${runs.length === 1 ? 'execution' : `${runs.length} executions`}: ${counts.join(', ')}`
}
