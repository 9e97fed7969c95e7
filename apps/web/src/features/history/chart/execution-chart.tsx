import type { SeriesView } from '@knockwire/domain/series/series'
import type { TaskView } from '@knockwire/domain/tasks/task'
import { Button, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { BookmarkChips } from './bookmark-chips.tsx'
import { ChartControls } from './chart-controls.tsx'
import { chartLabel, describePoint, figuresOf, formatterOf, rangeNames } from './chart-labels.ts'
import { type ChartSelection, useChartSelection } from './chart-selection.ts'
import { axisTime, type Chart, chartOf, type ChartPoint } from './chart-series.ts'
import { ChartLegend } from './chart-legend.tsx'
import { ChartTable } from './chart-table.tsx'
import { seriesKey, seriesQuery } from './series-query.ts'
import classes from './chart.module.css'

/** visx is fetched by those who look at a history alone, and behind its table. */
const LineChart = lazyPart(
  async () => (await import('../../../components/charts/line-chart.tsx')).LineChart<ChartPoint>,
)

/** Pixels (TH-03). */
const height = 240

interface ExecutionChartProps {
  task: TaskView
  /** Changes when a run begins or ends: the series is then fetched again. */
  newest: string
  marked: string | null
  onMark: (id: string | null) => void
  /** Opens a run, on whichever page of the history it stands. */
  onSelect: (executionId: string) => void
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
          <LoadedChart
            {...rest}
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
    <Skeleton height={height - 8} mt={8} />
  ) : (
    <Message>
      <span role="alert">The chart could not be loaded. {messageOf(error)}</span>
      <Button variant="default" onClick={onRetry}>
        Try again
      </Button>
    </Message>
  )

interface LoadedChartProps extends Pick<ExecutionChartProps, 'marked' | 'onMark' | 'onSelect'> {
  series: SeriesView
  selection: ChartSelection
  timeZone: string | null
  /** When the series was fetched, in epoch milliseconds. */
  nowMs: number
}

const LoadedChart = ({ series, selection, timeZone, nowMs, marked, onMark, onSelect }: LoadedChartProps) => {
  const chart = useMemo(() => chartOf(series, nowMs), [series, nowMs])
  const [isTable, setIsTable] = useState(false)
  const message = emptyMessage(series, chart, selection)
  const label = chartLabel(series, chart)
  const open = (point: ChartPoint | undefined) => {
    if (point?.runId) onSelect(point.runId)
  }
  return (
    <>
      <div className={classes.head}>
        <Figures series={series} isByRun={chart.isByRun} />
        {message === null && !isTable && <ChartLegend chart={chart} />}
      </div>
      {message === null && (
        <Button
          variant="subtle"
          className={classes.toggle ?? ''}
          aria-pressed={isTable}
          onClick={() => setIsTable(!isTable)}
        >
          {isTable ? 'Chart' : 'Table'}
        </Button>
      )}
      {message !== null && <Message>{message}</Message>}
      {message === null && isTable && (
        <ChartTable series={series} chart={chart} label={label} height={height} onSelect={open} />
      )}
      {message === null && !isTable && (
        <Suspense fallback={<Skeleton height={height - 8} mt={8} />}>
          <LineChart
            {...chart}
            height={height}
            label={label}
            formatValue={formatterOf(series.source)}
            formatTime={axisTime(chart.to - chart.from)}
            describe={(point) => describePoint(point, series, timeZone)}
            marked={marked}
            onMark={onMark}
            onSelect={(id) => open(chart.points.find((point) => point.id === id))}
          />
        </Suspense>
      )}
    </>
  )
}

/** Where median and 95th percentile are drawn, their names show which line is which. */
const Figures = ({ series, isByRun }: { series: SeriesView; isByRun: boolean }) => (
  <dl
    className={classes.figures}
    data-lines={!isByRun || undefined}
    aria-label={`Figures of ${rangeNames[series.range].long}`}
  >
    {figuresOf(series).map(({ name, value }) => (
      <div key={name} data-figure={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

const Message = ({ children }: { children: ReactNode }) => (
  <div className={classes.message} style={{ height }}>
    {children}
  </div>
)

/** Why there is no line; null where there is one. */
const emptyMessage = (
  series: SeriesView,
  { points }: Chart,
  { source, drawnProperty }: ChartSelection,
): string | null => {
  if (source === 'response_body_json' && drawnProperty === '')
    return 'Write a path, such as “$.items[0].price”, to plot a number of the JSON body.'
  if (points.length === 0) return `No run has ended in ${rangeNames[series.range].long}.`
  if (points.some(({ value, tone }) => value !== null || tone === 'bad')) return null
  return source === 'response_body_json'
    ? 'There is no number at this path in the responses of this time.'
    : 'There is no number in the responses of this time.'
}
