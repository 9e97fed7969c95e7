import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { LineChart } from '../../../components/charts/line-chart.tsx'
import { exactTime, milliseconds } from '../../../lib/format.ts'
import { axisTime, type ChartedExecution, type ChartPoint, chartSeries } from './chart-series.ts'
import type { ChartSelection } from './chart-selection.ts'
import { sourceNames } from './chart-controls.tsx'
import { useJsonReader } from './use-json-reader.ts'

/** Pixels (TH-03). */
const height = 240

interface HistoryChartProps {
  executions: readonly ChartedExecution[]
  selection: ChartSelection
  /** The task's own zone, where it has one. */
  timeZone: string | null
  marked: string | null
  onMark: (id: string | null) => void
  onSelect: (id: string) => void
}

/** The runs of the page over time. */
export const ExecutionChart = ({ executions, selection, timeZone, marked, onMark, onSelect }: HistoryChartProps) => {
  const { source, drawnProperty } = selection
  const { readJson, isLoading, isError } = useJsonReader(source === 'response_body_json' && drawnProperty !== '')
  const points = useMemo(
    () => chartSeries(executions, source, drawnProperty, readJson),
    [executions, source, drawnProperty, readJson],
  )
  const formatValue =
    source === 'response_time' ? fineMilliseconds : (value: number) => String(Number(value.toPrecision(6)))
  if (points.length === 0) return <Placeholder>No run on this page has ended yet.</Placeholder>
  if (source === 'response_body_json' && drawnProperty === '') {
    return <Placeholder>Write a path, such as “data.items[0].price”, to plot a number of the JSON body.</Placeholder>
  }
  if (isLoading) return <Placeholder>Loading…</Placeholder>
  if (isError) return <Placeholder>The chart could not be loaded. Please reload the page.</Placeholder>
  if (points.every(({ value, isFailed }) => value === null && !isFailed)) {
    return <Placeholder>There is no number at this path in the answers on this page.</Placeholder>
  }
  return (
    <LineChart
      points={points}
      height={height}
      label={`${sourceNames[source]} of ${points.length === 1 ? '1 run' : `${points.length} runs`}`}
      formatValue={formatValue}
      formatTime={axisTime(spanOf(points))}
      describe={(point) => describe(point, formatValue, timeZone)}
      marked={marked}
      onMark={onMark}
      onSelect={onSelect}
    />
  )
}

const spanOf = (points: readonly ChartPoint[]): number => (points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0)

/** An axis of few milliseconds has ticks between them. */
const fineMilliseconds = (ms: number): string => (ms < 10 ? `${Number(ms.toFixed(1))} ms` : milliseconds(ms))

const describe = (point: ChartPoint, formatValue: (value: number) => string, timeZone: string | null) => {
  const here = exactTime(point.at)
  const there = timeZone === null ? here : exactTime(point.at, timeZone)
  const value = point.value === null ? 'No number here' : formatValue(point.value)
  return { title: point.isFailed ? 'Failed' : value, lines: here === there ? [here] : [here, there] }
}

const Placeholder = ({ children }: { children: string }) => (
  <Text c="dimmed" size="sm" ta="center" style={{ height, display: 'grid', placeItems: 'center' }}>
    {children}
  </Text>
)
