import { LinePath } from '@visx/shape'
import { type KeyboardEvent, type MouseEvent, useRef } from 'react'
import { Axes } from './chart-axes.tsx'
import { Bands, type ChartBand, type ChartGap, Gaps, PointMark } from './chart-marks.tsx'
import { ChartTooltip, type PointDescription } from './chart-tooltip.tsx'
import classes from './line-chart.module.css'
import { nearestPoint, type PlotPoint, withGaps } from './plot-points.ts'
import { margin, useScales } from './scales.ts'
import type { Pixel } from './tooltip-corner.ts'
import { useWidth } from './use-width.ts'

export interface LineChartProps<P extends PlotPoint> {
  points: readonly P[]
  /** What the axis covers, in epoch milliseconds. */
  from: number
  to: number
  /** Stretches in which nothing was measured. */
  gaps: readonly ChartGap[]
  /** Stretches in which what was measured failed. */
  bands: readonly ChartBand[]
  /** Pixels. */
  height: number
  /** What the chart shows, for people who do not see it. */
  label: string
  /** A value with its unit, for the axis. */
  formatValue: (value: number) => string
  formatTime: (at: Date) => string
  describe: (point: P) => PointDescription
  marked: string | null
  onMark: (id: string | null) => void
  /** A point was clicked or tapped, or Enter pressed on the marked one. */
  onSelect: (id: string) => void
}

/**
 * A line over time. A gap stays a gap, and a failure is drawn where it happened. To the keyboard and to screen readers it
 * is a slider over its points.
 */
export const LineChart = <P extends PlotPoint>(props: LineChartProps<P>) => {
  const root = useRef<HTMLDivElement>(null)
  const width = useWidth(root)
  return (
    <div ref={root} className={classes.root} style={{ height: props.height }}>
      {width > 0 && <Plot {...props} width={width} />}
    </div>
  )
}

const Plot = <P extends PlotPoint>({ width, ...props }: LineChartProps<P> & { width: number }) => {
  const { points, height, marked, onMark, onSelect, gaps } = props
  const { x, y } = useScales(props, { width, height })
  const markedIndex = points.findIndex((point) => point.id === marked)
  const markedPoint = points[markedIndex]
  const described = markedPoint && props.describe(markedPoint)
  const floor = height - margin.bottom
  const xOf = (point: PlotPoint) => x(point.at)
  const yOf = (point: PlotPoint) => (point.value === null ? floor : y(point.value))
  const stretches = withGaps(points)

  const pointUnder = (event: MouseEvent<SVGSVGElement>) => {
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left
    return nearestPoint(points, x.invert(left).getTime())?.id ?? null
  }
  const select = (id: string | null) => {
    if (id !== null) onSelect(id)
  }
  // A finger that taps has moved nowhere before: nothing is marked yet.
  const onClick = (event: MouseEvent<SVGSVGElement>) => {
    const id = pointUnder(event)
    onMark(id)
    select(id)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') select(marked)
    const last = points.length - 1
    const from = markedPoint ? markedIndex : last + 1
    const target = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[event.key]
    if (target === undefined) return
    event.preventDefault()
    onMark(points[Math.max(0, Math.min(last, target))]?.id ?? null)
  }

  return (
    <>
      <svg
        width={width}
        height={height}
        role="slider"
        aria-label={props.label}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, points.length - 1)}
        aria-valuenow={markedPoint ? markedIndex : Math.max(0, points.length - 1)}
        aria-valuetext={described ? [described.title, ...described.lines].join(', ') : 'No point chosen'}
        tabIndex={0}
        className={classes.svg}
        onPointerMove={(event) => onMark(pointUnder(event))}
        onPointerLeave={() => onMark(null)}
        onKeyDown={onKey}
        onClick={onClick}
        onBlur={() => onMark(null)}
      >
        <Axes
          x={x}
          y={points.some(({ value }) => value !== null) ? y : null}
          width={width}
          height={height}
          formatValue={props.formatValue}
          formatTime={props.formatTime}
        />
        <Bands x={x} bands={props.bands} width={width} floor={floor} />
        <Gaps x={x} gaps={gaps} width={width} floor={floor} />
        {markedPoint && (
          <line className={classes.guide} x1={xOf(markedPoint)} x2={xOf(markedPoint)} y1={margin.top} y2={floor} />
        )}
        {stretches.map((stretch) => (
          <g key={stretch[0]?.id}>
            {stretch.some(({ upper }) => upper !== null) && (
              <LinePath
                data={stretch}
                x={xOf}
                y={(point) => y(point.upper ?? point.value ?? 0)}
                className={classes.upper ?? ''}
              />
            )}
            <path
              d={areaUnder(
                stretch.map((point) => ({ x: xOf(point), y: yOf(point) })),
                floor,
              )}
              className={classes.area}
            />
            <LinePath data={stretch} x={xOf} y={yOf} className={classes.line ?? ''} />
          </g>
        ))}
        {points.map((point) => (
          <PointMark
            key={point.id}
            point={point}
            x={xOf(point)}
            y={yOf(point)}
            floor={floor}
            isMarked={point.id === marked}
            isSparse={
              points.length <= width / 24 || stretches.some(([only, ...more]) => only === point && more.length === 0)
            }
          />
        ))}
      </svg>
      {markedPoint && described && (
        <ChartTooltip
          at={{ x: xOf(markedPoint), y: yOf(markedPoint) }}
          points={points.map((point) => ({ x: xOf(point), y: yOf(point) }))}
          width={width}
          floor={floor}
          {...described}
        />
      )}
    </>
  )
}

/** The outline of what is below a line, down to the axis. */
const areaUnder = (line: readonly Pixel[], floor: number): string => {
  const [first, last] = [line[0], line.at(-1)]
  if (first === undefined || last === undefined) return ''
  return `M${first.x},${floor}${line.map(({ x, y }) => `L${x},${y}`).join('')}L${last.x},${floor}Z`
}
