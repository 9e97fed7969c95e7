import { milliseconds } from '@knockwire/domain/executions/milliseconds'
import type { TaskListItem } from '@knockwire/domain/tasks/task'
import { VisuallyHidden } from '@mantine/core'
import { CutUrl, MethodBadge } from '../../../components/ui/layout/request-line.tsx'
import { ClockTime, DueTime, ElapsedTime, RelativeTime } from '../../../components/ui/feedback/relative-time.tsx'
import { truncateMiddle } from '../../../lib/format/format.ts'
import { isInFlight, lastResult, runOutcome, runTone } from './run-tone.ts'

import listClasses from '../../../components/list/rows.module.css'
import classes from './task-list.module.css'

interface TaskProps {
  task: TaskListItem
}

export const isNamed = ({ name }: TaskListItem): boolean => name !== null && name !== ''

/** A task without a name is called by its URL, as its heading and its mails have it. */
export const titleOf = (task: TaskListItem): string =>
  isNamed(task) ? (task.name ?? '') : truncateMiddle(task.request.target.uri, 80)

/** A URL that is cut in the middle would be read as two words. */
export const UrlAsName = ({ task }: TaskProps) => (
  <>
    <VisuallyHidden>{titleOf(task)}</VisuallyHidden>
    <span aria-hidden className={classes.urlAsName}>
      <CutUrl url={task.request.target.uri} />
    </span>
  </>
)

/** The URL of a task without a name stands in the place of its name. */
export function TaskUrl({ task }: TaskProps) {
  const { method, uri } = task.request.target
  return (
    <span className={classes.url}>
      <MethodBadge method={method} />
      {isNamed(task) && <CutUrl url={uri} />}
    </span>
  )
}

export function LastResult({ task }: TaskProps) {
  const last = lastResult(task.recentRuns)
  if (last === undefined) return <FirstExecution task={task} />
  return (
    <span className={classes.result}>
      <span className={classes.outcome} data-tone={runTone(last)}>
        {runOutcome(last)}
      </span>
      <span className={listClasses.muted}>
        {last.responseTimeMs !== null && `${milliseconds(last.responseTimeMs)} · `}
        <RelativeTime at={last.createdAt} />
      </span>
    </span>
  )
}

/** Of a task none of whose executions has ended: one may wait for its completion for days. */
function FirstExecution({ task: { recentRuns } }: TaskProps) {
  const [newest] = recentRuns
  if (newest === undefined) return <span className={listClasses.muted}>No executions yet</span>
  return (
    <span className={classes.result}>
      <span className={classes.outcome} data-tone={runTone(newest)}>
        {runOutcome(newest)}
      </span>
      <span className={listClasses.muted}>
        <ElapsedTime since={newest.createdAt} />
      </span>
    </span>
  )
}

/** The time for an active task; the word for any other [TL-12, TL-13]. */
export function NextExecution({ task }: TaskProps) {
  const { status, nextExecutionDate } = task.scheduler
  if (status !== 'ACTIVE') return <span className={classes.disabled}>DISABLED</span>
  if (nextExecutionDate === null)
    return <span className={listClasses.muted}>{isWaiting(task) ? 'Waiting' : 'Running'}</span>
  return (
    <span className={classes.result}>
      <ClockTime at={nextExecutionDate} />
      <DueTime at={nextExecutionDate} isInFlight={isInFlight(task.recentRuns)} className={listClasses.muted} />
    </span>
  )
}

const isWaiting = ({ recentRuns }: TaskListItem) =>
  recentRuns.some(({ trigger, status }) => trigger === 'SCHEDULE' && status === 'WAITING')
