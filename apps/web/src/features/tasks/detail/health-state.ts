import { rollupDays } from '@knockwire/domain/series/series-ranges'
import type { SchedulerView } from '@knockwire/domain/schedules/scheduler'
import type { TaskHealth } from '@knockwire/domain/tasks/task-health'
import type { Tone } from '../../../components/ui/feedback/status-dot.tsx'
import { longTimeSpan, relativeTime } from '../../../lib/format/format.ts'
import { lastConclusive, stoppedBySuspension } from '../list/run-tone.ts'

interface HealthState {
  tone: Tone
  /** "Failing for 12 min": the state and how long the task has been in it. */
  title: string
  /** What more there is to say of it; null where there is nothing. */
  detail: string | null
}

type Failing = Pick<NonNullable<TaskHealth['failing']>, 'runs' | 'failures'>

type Health = Pick<TaskHealth, 'since' | 'recentRuns'> & { failing: Failing | null }

const dayMs = 86_400_000

const inARow = (count: number): string => (count === 1 ? '1 execution' : `${count} executions in a row`)

/** A task's state in words. */
export const healthState = (
  { status, disabledReason }: Pick<SchedulerView, 'status' | 'disabledReason'>,
  health: Health,
  nowMs: number,
): HealthState => {
  const sinceMs = health.since === null ? null : Date.parse(health.since)
  if (status === 'DISABLED') return disabledState(disabledReason, health, sinceMs && relativeTime(sinceMs, nowMs))
  const span = sinceMs === null ? '' : ` for ${upTo90Days(nowMs - sinceMs)}`
  if (health.failing) {
    const hasResponse = lastConclusive(health.recentRuns)?.status === 'SUCCEEDED'
    return { tone: hasResponse ? 'warn' : 'bad', title: `Failing${span}`, detail: inARow(health.failing.runs) }
  }
  if (sinceMs !== null) return { tone: 'ok', title: `Up${span}`, detail: null }
  const scheduled = health.recentRuns.filter(({ trigger }) => trigger === 'SCHEDULE')
  if (scheduled.some((run) => run.status === 'WAITING'))
    return { tone: 'busy', title: 'Waiting', detail: 'For its first execution to be completed' }
  if (scheduled.some(isInFlight)) return { tone: 'busy', title: 'Running', detail: 'For the first time' }
  // An outage of ours, or a history without the counts of its runs.
  if (scheduled.length > 0) return { tone: 'busy', title: 'Active', detail: null }
  return unscheduledState(health.recentRuns)
}

/** Of an active task that its schedule has not run yet. */
const unscheduledState = (tests: Health['recentRuns']): HealthState => {
  if (tests.length === 0) return { tone: 'busy', title: 'Never run', detail: 'Waiting for its first execution' }
  if (tests.some(({ status }) => status === 'WAITING'))
    return { tone: 'busy', title: 'Testing', detail: 'The test waits to be completed' }
  const title = tests.some(isInFlight) ? 'Testing' : 'Only tested'
  return { tone: 'busy', title, detail: 'Waiting for its first scheduled execution' }
}

const isInFlight = ({ status }: TaskHealth['recentRuns'][number]) => status === 'QUEUED' || status === 'RUNNING'

/** Counts are kept for so long: what was up all of that time may have been up for longer. */
const upTo90Days = (ms: number): string =>
  ms >= (rollupDays - 1) * dayMs ? `over ${rollupDays - 1} days` : longTimeSpan(ms)

const disabledState = (
  reason: SchedulerView['disabledReason'],
  { failing }: Health,
  ago: string | number | null,
): HealthState => {
  if (reason === 'DONE') return { tone: 'idle', title: 'Finished', detail: ago === null ? null : String(ago) }
  if (reason === 'SUSPENDED')
    return { tone: 'idle', title: stoppedBySuspension, detail: ago === null ? null : String(ago) }
  const why = reason === 'FAILURES' && failing ? `after ${failedRuns(failing)}` : null
  const detail = [why, ago].filter(Boolean).join(', ')
  return { tone: reason === 'FAILURES' ? 'bad' : 'idle', title: 'Disabled', detail: detail === '' ? null : detail }
}

const failedRuns = ({ failures }: Failing): string =>
  failures === 1 ? '1 failed execution' : `${failures} failed executions`
