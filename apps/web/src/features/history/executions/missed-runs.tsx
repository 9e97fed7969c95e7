import type { MissedRunsView } from '@knockwire/domain/schedules/missed-runs'
import type { TaskView } from '@knockwire/domain/tasks/task'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { NotLoaded } from '../../../components/ui/feedback/not-loaded.tsx'
import { FoldedSection, Panel } from '../../../components/ui/layout/panel.tsx'
import { exactNumber, exactTime } from '../../../lib/format/format.ts'
import { paths } from '../../../lib/navigation/paths.ts'
import { lagWords } from './lag-words.ts'
import classes from './missed-runs.module.css'
import { plannedRunsQuery } from './planned-runs-query.ts'

/** How late a task's runs start, and the planned times that did not run, each with its reason. Nothing where neither is known. */
export const MissedRuns = ({ task }: { task: TaskView }) => {
  const { data, error, refetch } = useQuery(plannedRunsQuery(task.id))
  if (data === undefined && error !== null)
    return <NotLoaded error={error} what="The missed executions" onRetry={() => void refetch()} />
  if (data === undefined || (data.total === 0 && data.lag === null)) return null
  return (
    <Panel>
      {data.lag !== null && <p className={classes.lag}>{lagWords(data.lag)}</p>}
      {data.total > 0 && (
        <FoldedSection title="Missed executions" count={data.total}>
          <ul className={classes.list}>
            {data.results.map((missed) => (
              <li key={missed.id}>
                <strong>{missedWords(missed)}</strong> {reasonWords(missed)}{' '}
                {missed.runningExecutionId !== null && (
                  <Link to={paths.historyRow({ kind: 'task', id: task.id }, missed.runningExecutionId)}>
                    Show that execution
                  </Link>
                )}
              </li>
            ))}
          </ul>
          {data.total > data.results.length && (
            <p className={classes.lag}>The last {data.results.length} are shown; the API lists all.</p>
          )}
        </FoldedSection>
      )}
    </Panel>
  )
}

/** "12 executions, Nov 23, 2026, 10:00:00 GMT+1 to 10:11:00". */
const missedWords = ({ runs, isAtLeast, from, to }: MissedRunsView): string => {
  const count = `${isAtLeast ? 'At least ' : ''}${exactNumber(runs)} ${runs === 1 ? 'execution' : 'executions'}`
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)]
  return `${count}, ${exactTime(fromMs)}${fromMs === toMs ? '' : ` to ${exactTime(toMs)}`}.`
}

const reasonWords = ({ reason, awayFrom, awayTo }: MissedRunsView): string => {
  switch (reason) {
    case 'OVERLAP':
      return 'Skipped: the previous execution was still running.'
    case 'PAUSED':
      return 'Missed: the operator of this server had paused all calls.'
    case 'BUSY':
      return 'Missed: the server was overloaded at that time.'
    case 'CHANGED':
      return 'Dropped: the task was deactivated or its schedule was changed before they could run.'
    case 'AWAY':
      return awayFrom === null || awayTo === null
        ? 'Missed: the server was not running.'
        : `Missed: the server was not running from ${exactTime(Date.parse(awayFrom))} to ${exactTime(Date.parse(awayTo))}.`
  }
}
