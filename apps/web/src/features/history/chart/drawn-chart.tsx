import type { SeriesView } from '@knockwire/domain/series/series'
import { Button, VisuallyHidden } from '@mantine/core'
import { useMemo, useState } from 'react'
import { axisTime } from '../../../components/charts/axis-time.ts'
import { LineChart, type LineChartProps } from '../../../components/charts/line-chart.tsx'
import { type Mark, useMarkedId } from '../table/mark.ts'
import { rangeNames } from './chart-address.ts'
import { chartLabel, describePoint, figuresOf, formatterOf, omissionsOf } from './chart-labels.ts'
import type { ChartSelection } from './chart-selection.ts'
import { type Chart, chartOf, type ChartPoint, pointOf } from './chart-series.ts'
import type { PageRun } from './series-query.ts'
import { ChartMessage } from './chart-message.tsx'
import { ChartLegend } from './chart-legend.tsx'
import { ChartTable } from './chart-table.tsx'
import classes from './chart.module.css'

export interface ChartMarks {
  mark: Mark
  /** Opens a run, on whichever page of the history it stands. */
  onSelect: (executionId: string) => void
}

interface DrawnChartProps extends ChartMarks {
  /** Pixels. */
  height: number
  series: SeriesView
  /** Of the page below. */
  runs: readonly PageRun[]
  selection: ChartSelection
  timeZone: string | null
  /** When the series was fetched, in epoch milliseconds. */
  nowMs: number
}

/** A series as figures, a legend, and a line or a table. It brings visx. */
export const DrawnChart = (props: DrawnChartProps) => {
  const { height, series, runs, selection, timeZone, nowMs, mark, onSelect } = props
  const chart = useMemo(() => chartOf(series, nowMs, runs), [series, nowMs, runs])
  const [isTable, setIsTable] = useState(false)
  const message = emptyMessage(series, chart, selection)
  const label = chartLabel(series, chart)
  const omissions = message === null ? omissionsOf(series, chart) : null
  const open = (point: ChartPoint | undefined) => {
    if (point?.runId) onSelect(point.runId)
  }
  return (
    <>
      <div className={classes.head}>
        <Figures series={series} />
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
      {message !== null && <ChartMessage height={height}>{message}</ChartMessage>}
      {message === null && isTable && (
        <ChartTable series={series} chart={chart} label={label} height={height} onSelect={open} />
      )}
      {message === null && !isTable && (
        <MarkedChart
          {...chart}
          mark={mark}
          pointOf={(id) => pointOf(chart, series, id, runs)}
          height={height}
          label={label}
          formatValue={formatterOf(series.source)}
          formatTime={axisTime(chart.to - chart.from)}
          describe={(point) => describePoint(point, series, { ...chart, timeZone })}
          onSelect={(id) => open(chart.points.find((point) => point.id === id))}
        />
      )}
      {omissions !== null && <p className={classes.omissions}>{omissions}</p>}
    </>
  )
}

interface MarkedChartProps extends Omit<LineChartProps<ChartPoint>, 'marked' | 'onMark'> {
  mark: Mark
  /** The point of what is marked. */
  pointOf: (id: string | null) => string | null
}

/** Only the line is drawn again as one points at it, or at a row. */
const MarkedChart = ({ mark, pointOf: pointOfMark, ...line }: MarkedChartProps) => (
  <LineChart {...line} marked={pointOfMark(useMarkedId(mark))} onMark={mark.set} />
)

const Figures = ({ series }: { series: SeriesView }) => (
  <dl className={classes.figures} aria-label={`Figures of ${rangeNames[series.range].long}`}>
    {figuresOf(series).map(({ name, value }) => (
      <div key={name ?? 'Executions'}>
        <dt>{name ?? <VisuallyHidden>Executions</VisuallyHidden>}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

/** Why there is no line; null where there is one. */
const emptyMessage = (
  series: SeriesView,
  { points }: Chart,
  { source, drawnProperty }: ChartSelection,
): string | null => {
  if (source === 'response_body_json' && drawnProperty === '')
    return 'Enter a JSON path, such as “$.items[0].price”, to plot a number from the body.'
  if (source === 'response_body_json' && series.propertyProblem !== null) return series.propertyProblem
  if (points.length === 0)
    return series.range === 'page'
      ? 'No execution on this page has ended.'
      : `No executions in ${rangeNames[series.range].long}.`
  if (points.some(({ value, tone }) => value !== null || tone === 'bad')) return null
  const where = series.range === 'page' ? 'on this page' : 'in this range'
  return source === 'response_body_json'
    ? `No response ${where} has a number at this path.`
    : `No response ${where} is a number.`
}
