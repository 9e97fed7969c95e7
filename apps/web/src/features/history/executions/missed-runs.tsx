import type { TaskView } from '@knockwire/domain/tasks/task'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { NotLoaded } from '../../../components/ui/feedback/not-loaded.tsx'
import { FoldedSection, Panel } from '../../../components/ui/layout/panel.tsx'
import { paths } from '../../../lib/navigation/paths.ts'
import { lagWords } from './lag-words.ts'
import classes from './missed-runs.module.css'
import { missedCount, missedWords, reasonWords } from './missed-words.ts'
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
        <FoldedSection title="Missed executions" count={missedCount(data)}>
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
            <p className={classes.lag}>The last {data.results.length} entries are shown; the API lists all.</p>
          )}
        </FoldedSection>
      )}
    </Panel>
  )
}
