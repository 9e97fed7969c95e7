import { AxisBottom, AxisLeft } from '@visx/axis'
import { useParentSize } from '@visx/responsive'
import { scaleLinear, scaleTime } from '@visx/scale'
import { LinePath } from '@visx/shape'
import { type KeyboardEvent, type PointerEvent, useMemo } from 'react'
import classes from './line-chart.module.css'
import { distinctTicks, nearestPoint, type PlotPoint, valueDomain, withGaps } from './plot-points.ts'

interface ChartTooltipProps {
  /** Pixels from the chart's left edge. */
  left: number
  width: number
  title: string
  lines: string[]
}

const ChartTooltip = ({ left, width, title, lines }: ChartTooltipProps) => (
  <div
    className={classes.tooltip}
    role="status"
    style={left > width / 2 ? { right: width - left + 12 } : { left: left + 12 }}
  >
    <strong>{title}</strong>
    {lines.map((line) => (
      <div key={line}>{line}</div>
    ))}
  </div>
)

interface PointMarkProps {
  point: PlotPoint
  x: number
  y: number
  isMarked: boolean
}

/** A dot for a value, a cross for a failure: they differ in shape, not in color alone. */
const PointMark = ({ point, x, y, isMarked }: PointMarkProps) => {
  const size = isMarked ? 6 : 4
  if (point.isFailed) {
    return (
      <path
        className={classes.failure}
        data-marked={isMarked || undefined}
        d={`M${x - size},${y - size}l${size * 2},${size * 2}m0,${-size * 2}l${-size * 2},${size * 2}`}
      />
    )
  }
  return point.value === null ? null : (
    <circle className={classes.dot} data-marked={isMarked || undefined} cx={x} cy={y} r={size - 0.5} />
  )
}

const margin = { top: 16, right: 16, bottom: 32, left: 56 }

interface LineChartProps<P extends PlotPoint> {
  points: readonly P[]
  /** Pixels. */
  height: number
  /** What the chart shows, for people who do not see it. */
  label: string
  /** A value with its unit, for the axis and the tooltip. */
  formatValue: (value: number) => string
  formatTime: (at: Date) => string
  describe: (point: P) => { title: string; lines: string[] }
  marked: string | null
  onMark: (id: string | null) => void
  /** The marked point was clicked, or Enter pressed on it. */
  onSelect: (id: string) => void
}

/** A line over time. A gap stays a gap, and a failure is drawn where it happened. */
export const LineChart = <P extends PlotPoint>(props: LineChartProps<P>) => {
  const { parentRef, width } = useParentSize({ debounceTime: 50, ignoreDimensions: ['height', 'top', 'left'] })
  return (
    <div ref={parentRef} className={classes.root} style={{ height: props.height }}>
      {width > 0 && <Plot {...props} width={width} />}
    </div>
  )
}

const useScales = (points: readonly PlotPoint[], width: number, height: number) =>
  useMemo(() => {
    const times = points.map((point) => point.at)
    const [from, to] = [Math.min(...times), Math.max(...times)]
    const padding = from === to ? 60_000 : 0
    const x = scaleTime({
      domain: [from - padding, to + padding],
      range: [margin.left + 8, width - margin.right - 8],
    })
    const y = scaleLinear({ domain: valueDomain(points), range: [height - margin.bottom, margin.top], nice: 4 })
    return { x, y }
  }, [points, width, height])

const Plot = <P extends PlotPoint>({
  points,
  height,
  width,
  marked,
  onMark,
  onSelect,
  ...props
}: LineChartProps<P> & { width: number }) => {
  const { x, y } = useScales(points, width, height)
  const markedPoint = points.find((point) => point.id === marked)
  const xOf = (point: PlotPoint) => x(point.at)
  const yOf = (point: PlotPoint) => (point.value === null ? height - margin.bottom : y(point.value))

  const onPointer = (event: PointerEvent<SVGSVGElement>) => {
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left
    onMark(nearestPoint(points, x.invert(left).getTime())?.id ?? null)
  }
  const select = () => {
    if (marked !== null) onSelect(marked)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') select()
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const index = markedPoint ? points.indexOf(markedPoint) + step : points.length - 1
    onMark(points[Math.max(0, Math.min(points.length - 1, index))]?.id ?? null)
  }

  return (
    <>
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={props.label}
        tabIndex={0}
        className={classes.svg}
        onPointerMove={onPointer}
        onPointerLeave={() => onMark(null)}
        onKeyDown={onKey}
        onClick={select}
        onBlur={() => onMark(null)}
      >
        <Axes x={x} y={y} width={width} height={height} formatValue={props.formatValue} formatTime={props.formatTime} />
        {markedPoint && (
          <line
            className={classes.guide}
            x1={xOf(markedPoint)}
            x2={xOf(markedPoint)}
            y1={margin.top}
            y2={height - margin.bottom}
          />
        )}
        {withGaps(points).map((run) => (
          <LinePath key={run[0]?.id} data={run} x={xOf} y={yOf} className={classes.line ?? ''} />
        ))}
        {points.map((point) => (
          <PointMark key={point.id} point={point} x={xOf(point)} y={yOf(point)} isMarked={point.id === marked} />
        ))}
      </svg>
      {markedPoint && <ChartTooltip left={xOf(markedPoint)} width={width} {...props.describe(markedPoint)} />}
    </>
  )
}

interface AxesProps {
  x: ReturnType<typeof useScales>['x']
  y: ReturnType<typeof useScales>['y']
  width: number
  height: number
  formatValue: (value: number) => string
  formatTime: (at: Date) => string
}

const Axes = ({ x, y, width, height, formatValue, formatTime }: AxesProps) => (
  <>
    {distinctTicks(y.ticks(4), formatValue).map((tick) => (
      <line key={tick} className={classes.grid} x1={margin.left} x2={width - margin.right} y1={y(tick)} y2={y(tick)} />
    ))}
    <AxisLeft
      scale={y}
      left={margin.left}
      tickValues={distinctTicks(y.ticks(4), formatValue)}
      hideAxisLine
      hideTicks
      tickFormat={(value) => formatValue(Number(value))}
      tickClassName={classes.tick ?? ''}
    />
    <AxisBottom
      scale={x}
      top={height - margin.bottom}
      tickValues={distinctTicks(x.ticks(Math.max(2, Math.floor(width / 140))), formatTime)}
      hideTicks
      axisLineClassName={classes.axis ?? ''}
      tickFormat={(value) => formatTime(value instanceof Date ? value : new Date(Number(value)))}
      tickClassName={classes.tick ?? ''}
    />
  </>
)
