import type { SchedulerView } from '@knockwire/domain/schedules/scheduler'
import type { TaskHealth } from '@knockwire/domain/tasks/task-health'
import type { Tone } from '../../../components/ui/status-dot.tsx'
import { lastConclusive } from '../list/run-tone.ts'

interface HealthState {
  tone: Tone
  label: string
}

type Failing = Pick<NonNullable<TaskHealth['failing']>, 'runs' | 'since'>

/** A task's state in words. What it last came to is said of a disabled task too: that may be why it is disabled. */
export const healthState = (
  { status, disabledReason }: Pick<SchedulerView, 'status' | 'disabledReason'>,
  {
    failing,
    uptimePercent,
    recentRuns,
  }: Pick<TaskHealth, 'uptimePercent' | 'recentRuns'> & { failing: Failing | null },
  formatTime: (at: string) => string,
): HealthState => {
  const since = failing && `since ${formatTime(failing.since)}, ${failing.runs} in a row`
  if (status === 'DISABLED') {
    if (since) return { tone: 'bad', label: `Disabled, was failing ${since}` }
    return { tone: 'idle', label: disabledReason === 'DONE' ? 'Done: it was to run once' : 'Disabled' }
  }
  if (since) {
    const hasResponse = lastConclusive(recentRuns)?.status === 'SUCCEEDED'
    return { tone: hasResponse ? 'warn' : 'bad', label: `Failing ${since}` }
  }
  const scheduled = recentRuns.filter(({ trigger }) => trigger === 'SCHEDULE')
  const hasRun = uptimePercent !== null || lastConclusive(scheduled) !== undefined
  if (hasRun) return { tone: 'ok', label: 'Healthy' }
  return {
    tone: 'busy',
    label: scheduled.some((run) => run.status === 'RUNNING')
      ? 'Running for the first time'
      : 'Waiting for its first run',
  }
}
