import type { TaskView } from '@knockwire/domain/tasks/task'
import { Button, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { messageOf } from '../../../lib/api-error.ts'
import { BookmarkChips } from './bookmark-chips.tsx'
import { ChartControls } from './chart-controls.tsx'
import { type ChartSelection, useChartSelection } from './chart-selection.ts'
import { ChartMessage } from './chart-message.tsx'
import { type ChartMarks, DrawnChart } from './drawn-chart.tsx'
import { seriesKey, seriesQuery } from './series-query.ts'
import classes from './chart.module.css'

/** Pixels (TH-03). */
const height = 240

interface ExecutionChartProps extends ChartMarks {
  task: TaskView
  /** Changes when a run begins or ends: the series is then fetched again. */
  newest: string
}

/** A task's runs over a range of time: what is plotted, its figures, and the line. */
export const ExecutionChart = ({ task, newest, ...rest }: ExecutionChartProps) => {
  const selection = useChartSelection(task.id)
  const { data, error, refetch, isPlaceholderData, dataUpdatedAt } = useSeries(task.id, selection, newest)
  return (
    <section className={classes.panel} aria-label="Chart">
      <div className={classes.controls}>
        <ChartControls selection={selection} />
        <div className={classes.bookmarks}>
          <BookmarkChips taskId={task.id} selection={selection} />
        </div>
      </div>
      <div className={classes.body} aria-busy={isPlaceholderData || data === undefined}>
        {data === undefined ? (
          <NotLoaded error={error} onRetry={() => void refetch()} />
        ) : (
          <DrawnChart
            {...rest}
            height={height}
            series={data}
            selection={selection}
            timeZone={task.scheduler.timezone}
            nowMs={dataUpdatedAt}
          />
        )}
      </div>
    </section>
  )
}

const useSeries = (taskId: string, selection: ChartSelection, newest: string) => {
  const client = useQueryClient()
  const query = useQuery(seriesQuery(taskId, { ...selection, property: selection.drawnProperty }))
  const seen = useRef(newest)
  useEffect(() => {
    if (seen.current === newest) return
    seen.current = newest
    void client.invalidateQueries({ queryKey: seriesKey(taskId) })
  }, [client, taskId, newest])
  return query
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
