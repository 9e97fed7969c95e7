import type { RateSeries } from '@knockwire/domain/rates/rate-history'
import { LinePath } from '@visx/shape'
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react'
import { lenderName, rateText } from '@knockwire/domain/rates/labels'
import { calendarDate, timeFormat } from '../../../lib/format/format.ts'
import { dayMs, linearScale, roundTicks, timeTicks } from '../../../components/charts/plain-scales.ts'
import { useWidth } from '../../../components/charts/use-width.ts'

import classes from './history.module.css'

interface HistoryChartProps {
  series: readonly RateSeries[]
  /** The rate type. */
  label: string
}

const height = 260
const margin = { top: 12, right: 12, bottom: 28, left: 52 }

const timeOf = (date: string) => Date.parse(`${date}T00:00:00Z`)
const month = timeFormat({ month: 'short', year: 'numeric', timeZone: 'UTC' })
const monthDay = timeFormat({ month: 'short', day: 'numeric', timeZone: 'UTC' })

/** A name is known by its line's dash and shade as well as by its place in the legend. */
export default function HistoryChart({ series, label }: HistoryChartProps) {
  const root = useRef<HTMLDivElement>(null)
  const width = useWidth(root)
  return (
    <figure className={classes.figure}>
      <div ref={root} style={{ height, position: 'relative' }}>
        {width > 0 && <Plot series={series} label={label} width={width} />}
      </div>
      <figcaption className={classes.legend}>
        {series.map(({ lender, kind }, index) => (
          <span key={lender}>
            <svg width="28" height="8" aria-hidden>
              <line x1="0" x2="28" y1="4" y2="4" className={classes.line} data-series={index % 5} />
            </svg>
            {lenderName(lender)}
            {kind === 'BENCHMARK' && ' (benchmark)'}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

const useScales = (series: readonly RateSeries[], width: number) =>
  useMemo(() => {
    const points = series.flatMap((one) => one.points)
    const times = points.map(({ date }) => timeOf(date))
    const rates = points.map(({ rate }) => rate)
    const [from, to] = [Math.min(...times), Math.max(...times)]
    const [low, high] = [Math.min(...rates), Math.max(...rates)]
    const padding = Math.max((high - low) * 0.1, 0.05)
    const xDomain = from === to ? ([from - dayMs, to + dayMs] as const) : ([from, to] as const)
    const yDomain = [low - padding, high + padding] as const
    return {
      dates: [...new Set(points.map(({ date }) => date))].toSorted(),
      monthFormat: to - from > 200 * dayMs ? month : monthDay,
      xTicks: timeTicks(xDomain, Math.max(2, Math.floor(width / 160))),
      yTicks: roundTicks(yDomain, 4),
      x: linearScale(xDomain, [margin.left, width - margin.right]),
      y: linearScale(yDomain, [height - margin.bottom, margin.top]),
    }
  }, [series, width])

const nearest = (dates: readonly string[], at: number): number => {
  let best = 0
  for (const [index, date] of dates.entries()) {
    if (Math.abs(timeOf(date) - at) < Math.abs(timeOf(dates[best] ?? date) - at)) best = index
  }
  return best
}

const Plot = ({ series, label, width }: HistoryChartProps & { width: number }) => {
  const { x, y, xTicks, yTicks, dates, monthFormat } = useScales(series, width)
  const [marked, setMarked] = useState<number | null>(null)
  const markedDate = marked === null ? undefined : dates[marked]
  const onPointer = (event: PointerEvent<SVGSVGElement>) => {
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left
    setMarked(nearest(dates, x.toValue(left)))
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    setMarked((last) => Math.max(0, Math.min(dates.length - 1, last === null ? dates.length - 1 : last + step)))
  }
  return (
    <>
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={summaryOf(series, label)}
        tabIndex={0}
        className={classes.svg}
        onPointerMove={onPointer}
        onPointerLeave={() => setMarked(null)}
        onBlur={() => setMarked(null)}
        onKeyDown={onKey}
      >
        {yTicks.map((tick) => (
          <g key={tick} className={classes.tick}>
            <line x1={margin.left} x2={width - margin.right} y1={y.toPixel(tick)} y2={y.toPixel(tick)} />
            <text x={margin.left - 8} y={y.toPixel(tick)} textAnchor="end" dominantBaseline="central">
              {tick.toFixed(2)}%
            </text>
          </g>
        ))}
        {xTicks.map((tick) => (
          <g key={tick} className={classes.tick}>
            <text x={x.toPixel(tick)} y={height - 8} textAnchor="middle">
              {monthFormat.format(tick)}
            </text>
          </g>
        ))}
        {markedDate !== undefined && (
          <line
            className={classes.guide}
            x1={x.toPixel(timeOf(markedDate))}
            x2={x.toPixel(timeOf(markedDate))}
            y1={margin.top}
            y2={height - margin.bottom}
          />
        )}
        {series.map((one, index) => (
          <g key={one.lender} data-series={index % 5}>
            <LinePath
              data={[...one.points]}
              x={({ date }) => x.toPixel(timeOf(date))}
              y={({ rate }) => y.toPixel(rate)}
              className={classes.line ?? ''}
              data-series={index % 5}
            />
            {one.points.length === 1 && one.points[0] && (
              <circle
                cx={x.toPixel(timeOf(one.points[0].date))}
                cy={y.toPixel(one.points[0].rate)}
                r={3.5}
                className={classes.dot}
              />
            )}
          </g>
        ))}
      </svg>
      {markedDate !== undefined && (
        <Tooltip left={x.toPixel(timeOf(markedDate))} width={width} date={markedDate} series={series} />
      )}
    </>
  )
}

/** Each lender's rate on the date, or the last one before it, since a source does not speak every day. */
const rateOn = ({ points }: RateSeries, date: string) => points.findLast((point) => point.date <= date)

const Tooltip = ({
  left,
  width,
  date,
  series,
}: {
  left: number
  width: number
  date: string
  series: readonly RateSeries[]
}) => (
  <div
    className={classes.tooltip}
    role="status"
    style={left > width / 2 ? { right: width - left + 12 } : { left: left + 12 }}
  >
    <strong>{calendarDate(date)}</strong>
    {series.map((one) => {
      const point = rateOn(one, date)
      return (
        <div key={one.lender}>
          {lenderName(one.lender)}: {point === undefined ? 'N/A' : rateText(point.rate)}
          {point !== undefined && point.date !== date && ` (${calendarDate(point.date)})`}
        </div>
      )
    })}
  </div>
)

const summaryOf = (series: readonly RateSeries[], label: string): string =>
  `${label}: ${series
    .map((one) => {
      const [first, last] = [one.points[0], one.points.at(-1)]
      if (first === undefined || last === undefined) return lenderName(one.lender)
      return `${lenderName(one.lender)} from ${rateText(first.rate)} on ${calendarDate(first.date)} to ${rateText(last.rate)} on ${calendarDate(last.date)}`
    })
    .join('; ')}. Arrow keys move through the dates.`
