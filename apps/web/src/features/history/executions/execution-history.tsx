import { pageSizes } from '@knockwire/domain/page-sizes'
import type { TaskView } from '@knockwire/domain/tasks/task'
import { Stack } from '@mantine/core'
import type { QueryClient } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../../lib/navigation/paths.ts'
import { ErrorState } from '../../../components/ui/feedback/empty-state.tsx'
import { SectionBoundary } from '../../../components/ui/feedback/section-boundary.tsx'
import { lazyPart } from '../../../lib/navigation/lazy-part.ts'
import { useDeferredArrival } from '../../../lib/browser/use-deferred-arrival.ts'
import { chartQueryOf } from '../chart/chart-address.ts'
import { HistoryPanel } from '../table/history-panel.tsx'
import { useMark } from '../table/mark.ts'
import { prefetchHistory } from '../feed/prefetch-history.ts'
import { useHistory } from '../feed/use-history.ts'
import { ChartSkeleton, ExecutionHistorySkeleton } from './execution-history-states.tsx'
import { ExecutionsTable, rowId } from './executions-table.tsx'
import { schemaOf } from '../../../lib/api/schemas.ts'

const ExecutionChart = lazyPart(async () => (await import('../chart/execution-chart.tsx')).ExecutionChart)

const MissedRuns = lazyPart(async () => (await import('./missed-runs.tsx')).MissedRuns)

const NoExecutionsYet = lazyPart(async () => (await import('./no-executions-yet.tsx')).NoExecutionsYet)

interface ExecutionHistoryProps {
  task: TaskView
  /** The execution that the URL names. */
  executionId?: string | undefined
}

const noun = { one: 'execution', many: 'executions' }

const historyOf = (taskId: string) => ({
  owner: { kind: 'task', id: taskId } as const,
  size: pageSizes.taskHistory,
  schema: schemaOf('ExecutionPage'),
})

/** For a task's history that is about to be opened. */
export const prefetchExecutions = (client: QueryClient, taskId: string): Promise<void> =>
  prefetchHistory(client, historyOf(taskId))

/** A task's executions: chart over table, and below what did not run, which comes later and must not move the table. */
export const ExecutionHistory = ({ task, executionId }: ExecutionHistoryProps) => {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const history = useHistory({
    ...historyOf(task.id),
    rowId: executionId,
    linkedSchema: schemaOf('ExecutionWithPage'),
  })
  const { feed, openRows, error } = history
  const data = useDeferredArrival(feed.data)
  const mark = useMark(history.page)
  // Beside the rows, which do not wait for it. Where it fails it is loaded again as it is shown.
  useEffect(() => void ExecutionChart.preload().catch(() => {}), [])
  if (data === undefined) {
    return error ? <ErrorState error={error} onRetry={() => void feed.refetch()} /> : <ExecutionHistorySkeleton />
  }
  if (data.total === 0 && !history.isFiltered && !feed.isPlaceholderData) {
    return (
      <Suspense fallback={<ExecutionHistorySkeleton />}>
        <NoExecutionsYet task={task} />
      </Suspense>
    )
  }
  const show = (id: string) => {
    if (!data.rows.some((run) => run.id === id))
      return void navigate(`${paths.historyRow({ kind: 'task', id: task.id }, id)}?${chartQueryOf(search)}`)
    if (!openRows.isOpen(id)) openRows.toggle(id)
    document.getElementById(rowId(id))?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <Stack gap="sm">
      <SectionBoundary section="The chart">
        <Suspense fallback={<ChartSkeleton />}>
          <ExecutionChart
            task={task}
            rows={data.rows}
            isWholeHistory={!history.isFiltered && data.total <= data.rows.length}
            mark={mark}
            onSelect={show}
          />
        </Suspense>
      </SectionBoundary>
      <HistoryPanel
        history={history}
        data={data}
        noun={noun}
        exportAs={['jsonl', 'har']}
        disabled={task.scheduler.status === 'DISABLED' ? 'Runs only when you press Test' : null}
        kind="task"
      >
        <ExecutionsTable
          executions={data.rows}
          openRows={openRows}
          linkedId={history.linkedId}
          arrived={data.arrived}
          mark={mark}
        />
      </HistoryPanel>
      <SectionBoundary section="The list of missed executions">
        <Suspense fallback={null}>
          <MissedRuns task={task} />
        </Suspense>
      </SectionBoundary>
    </Stack>
  )
}
