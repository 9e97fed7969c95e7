import { AxisBottom, AxisLeft, type TickRendererProps } from '@visx/axis'
import { useParentSize } from '@visx/responsive'
import { scaleLinear, scaleTime } from '@visx/scale'
import { LinePath } from '@visx/shape'
import { memo, type KeyboardEvent, type MouseEvent, useId, useMemo } from 'react'
import classes from './line-chart.module.css'
import { anchorOf, distinctTicks, nearestPoint, type PlotPoint, valueDomain, withGaps } from './plot-points.ts'

export interface PointDescription {
  title: string
  lines: string[]
}

interface ChartTooltipProps extends PointDescription {
  /** Pixels from the chart's left edge. */
  left: number
  width: number
}

/** What the slider's value says to screen readers, for the eye. */
const ChartTooltip = ({ left, width, title, lines }: ChartTooltipProps) => (
  <div
    className={classes.tooltip}
    aria-hidden
    data-tooltip
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
  /** The height of the axis, where failures are marked. */
  floor: number
  isMarked: boolean
  /** Whether points stand apart far enough for a dot each. */
  isSparse: boolean
}

/** A dot for a value, a triangle for an HTTP error, a cross on the axis for a failure: shapes, not color alone. */
const PointMark = memo(({ point, x, y, floor, isMarked, isSparse }: PointMarkProps) => {
  const size = isMarked ? 6 : 4
  const marked = { 'data-marked': isMarked || undefined }
  return (
    <>
      {point.tone === 'bad' && (
        <path
          className={classes.failure}
          {...marked}
          d={`M${x - size},${floor - 2 * size}l${size * 2},${size * 2}m0,${-size * 2}l${-size * 2},${size * 2}`}
        />
      )}
      {point.value !== null && point.tone === 'warn' && (
        <path
          className={classes.warning}
          {...marked}
          d={`M${x},${y - size - 1}l${size + 1},${size * 2}h${-2 * size - 2}z`}
        />
      )}
      {point.value !== null && point.tone !== 'warn' && (isSparse || isMarked) && (
        <circle className={classes.dot} {...marked} cx={x} cy={y} r={isMarked ? 5.5 : 3.5} />
      )}
    </>
  )
})

const margin = { top: 34, right: 16, bottom: 28, left: 56 }

export interface ChartGap {
  /** Epoch milliseconds. */
  from: number
  to: number
  /** Hatched, since something is lacking there, or plain, since nothing was to be measured. */
  kind: 'lack' | 'pause'
  label: string
}

export interface LineChartProps<P extends PlotPoint> {
  points: readonly P[]
  /** What the axis covers, in epoch milliseconds. */
  from: number
  to: number
  /** Stretches in which nothing was measured. */
  gaps: readonly ChartGap[]
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
  const { parentRef, width } = useParentSize({ debounceTime: 50, ignoreDimensions: ['height', 'top', 'left'] })
  return (
    <div ref={parentRef} className={classes.root} style={{ height: props.height }}>
      {width > 0 && <Plot {...props} width={width} />}
    </div>
  )
}

type Size = { width: number; height: number }

const useScales = (
  { points, from, to }: Pick<LineChartProps<PlotPoint>, 'points' | 'from' | 'to'>,
  { width, height }: Size,
) =>
  useMemo(() => {
    const x = scaleTime({ domain: [from, to], range: [margin.left + 8, width - margin.right - 8] })
    const y = scaleLinear({ domain: valueDomain(points), range: [height - margin.bottom, margin.top], nice: 4 })
    return { x, y }
  }, [points, from, to, width, height])

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
        <Axes x={x} y={y} width={width} height={height} formatValue={props.formatValue} formatTime={props.formatTime} />
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
      {markedPoint && described && <ChartTooltip left={xOf(markedPoint)} width={width} {...described} />}
    </>
  )
}

interface GapsProps {
  x: ReturnType<typeof useScales>['x']
  gaps: readonly ChartGap[]
  width: number
  floor: number
}

const Gaps = ({ x, gaps, width, floor }: GapsProps) => {
  const hatch = useId()
  return (
    <>
      <defs>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line x1="0" y1="0" x2="0" y2="6" className={classes.hatch} />
        </pattern>
      </defs>
      {gaps.map((gap) => {
        const [left, right] = [Math.max(margin.left, x(gap.from)), Math.min(width - margin.right, x(gap.to))]
        const size = { width: Math.max(2, right - left), height: floor - margin.top }
        return (
          <g key={gap.from} data-gap={gap.kind}>
            <title>{gap.label}</title>
            {gap.kind === 'lack' ? (
              <rect x={left} y={margin.top} {...size} fill={`url(#${hatch})`} />
            ) : (
              <>
                <rect x={left} y={margin.top} {...size} className={classes.pause} />
                <line x1={left} x2={left + size.width} y1={floor} y2={floor} className={classes.pauseFloor} />
              </>
            )}
            {size.width > gap.label.length * 6 + 16 && (
              <text x={(left + right) / 2} y={margin.top + 14} textAnchor="middle" className={classes.gapLabel}>
                {gap.label}
              </text>
            )}
          </g>
        )
      })}
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

const toDate = (value: Date | number | { valueOf: () => number }) =>
  value instanceof Date ? value : new Date(Number(value))

/** In one line: visx's own labels are measured first, each of which has the browser lay out the page. */
const tickLabel = ({ formattedValue, x, y, dx, dy, textAnchor }: TickRendererProps) => (
  <text x={x} y={y} dx={dx} dy={dy} textAnchor={textAnchor}>
    {formattedValue}
  </text>
)

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
      tickComponent={tickLabel}
      tickClassName={classes.tick ?? ''}
    />
    <AxisBottom
      scale={x}
      top={height - margin.bottom}
      tickValues={distinctTicks(x.ticks(Math.max(2, Math.floor(width / 140))), formatTime)}
      hideTicks
      axisLineClassName={classes.axis ?? ''}
      tickFormat={(value) => formatTime(toDate(value))}
      tickComponent={tickLabel}
      tickClassName={classes.tick ?? ''}
      tickLabelProps={(value) => ({ textAnchor: anchorOf(x(toDate(value)), formatTime(toDate(value)).length, width) })}
    />
  </>
)
