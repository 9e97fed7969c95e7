import type { ExecutionRow } from '@knockwire/domain/executions/execution'
import { zoneOfSchedule } from '@knockwire/domain/schedules/schedule-zone'
import type { TaskView } from '@knockwire/domain/tasks/task'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { BookmarkChips } from './bookmarks/bookmark-chips.tsx'
import { firstRange } from './chart-address.ts'
import { ChartControls } from './chart-controls.tsx'
import { useChartSelection } from './chart-selection.ts'
import { ChartMessage } from './chart-message.tsx'
import { type ChartMarks, DrawnChart } from './drawn-chart.tsx'
import { seriesQuery } from './series-query.ts'
import classes from './chart.module.css'

/** Pixels (TH-03). */
const height = 240

interface ExecutionChartProps extends ChartMarks {
  task: TaskView
  /** The executions of the page below. */
  rows: readonly ExecutionRow[]
  /** Whether these are all that there are. */
  isWholeHistory: boolean
}

/** A task's runs over a range of time: what is plotted, its figures, and the line. */
export const ExecutionChart = ({ task, rows, isWholeHistory, ...rest }: ExecutionChartProps) => {
  const runs = useMemo(
    () => rows.map(({ id, startedAt, createdAt, status }) => ({ id, status, at: startedAt ?? createdAt })),
    [rows],
  )
  const selection = useChartSelection(task.id, runs, () =>
    firstRange({ isWholeHistory, createdMs: Date.parse(task.createdAt), nowMs: Date.now() }),
  )
  const { data, error, refetch, isPlaceholderData, dataUpdatedAt } = useQuery(
    seriesQuery(task.id, { ...selection, property: selection.drawnProperty }, runs),
  )
  const isEmpty = selection.range === 'page' && runs.length === 0
  return (
    <section className={classes.panel} aria-label="Chart">
      <div className={classes.controls}>
        <ChartControls selection={selection} />
        <div className={classes.bookmarks}>
          <BookmarkChips taskId={task.id} selection={selection} />
        </div>
      </div>
      <div className={classes.body} aria-busy={isPlaceholderData || data === undefined}>
        {isEmpty ? (
          <ChartMessage height={height}>There are no executions on this page.</ChartMessage>
        ) : data === undefined ? (
          <NotLoaded error={error} onRetry={() => void refetch()} />
        ) : (
          <DrawnChart
            {...rest}
            height={height}
            series={data}
            runs={runs}
            selection={selection}
            timeZone={zoneOfSchedule(task.scheduler)}
            nowMs={dataUpdatedAt}
          />
        )}
      </div>
    </section>
  )
}

const NotLoaded = ({ error, onRetry }: { error: Error | null; onRetry: () => void }) =>
  error === null ? (
    <ChartSkeleton />
  ) : (
    <ChartMessage height={height}>
      <span role="alert">The chart could not be loaded. {messageOf(error)}</span>
      <Button variant="default" onClick={onRetry}>
        Try again
      </Button>
    </ChartMessage>
  )

const ChartSkeleton = () => (
  <div className={classes.skeleton} style={{ height }}>
    <Skeleton height="100%" />
  </div>
)
