import { memo, useId } from 'react'
import classes from './line-chart.module.css'
import type { PlotPoint } from './plot-points.ts'
import { margin, type Scales } from './scales.ts'

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
export const PointMark = memo(({ point, x, y, floor, isMarked, isSparse }: PointMarkProps) => {
  const size = isMarked ? 6 : 4
  const marked = { 'data-marked': isMarked || undefined }
  return (
    <>
      {point.tone === 'bad' && (
        <path
          className={classes.failure}
          {...marked}
          data-listed={point.isListed || undefined}
          d={`M${x - size},${floor - 2 * size}l${size * 2},${size * 2}m0,${-size * 2}l${-size * 2},${size * 2}`}
        />
      )}
      {point.value !== null && point.tone === 'warn' && (
        <path
          className={classes.warning}
          {...marked}
          data-listed={point.isListed || undefined}
          d={`M${x},${y - size - 1}l${size + 1},${size * 2}h${-2 * size - 2}z`}
        />
      )}
      {point.value !== null && point.tone !== 'warn' && (isSparse || isMarked || point.isListed) && (
        <circle
          className={classes.dot}
          {...marked}
          data-listed={point.isListed || undefined}
          cx={x}
          cy={y}
          r={isMarked ? 5.5 : 3.5}
        />
      )}
    </>
  )
})

export interface ChartGap {
  /** Epoch milliseconds. */
  from: number
  to: number
  /** Hatched, since something is lacking there, or plain, since nothing was to be measured. */
  kind: 'lack' | 'pause'
  label: string
}

interface GapsProps {
  x: Scales['x']
  gaps: readonly ChartGap[]
  width: number
  floor: number
}

export const Gaps = ({ x, gaps, width, floor }: GapsProps) => {
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

/** A time in which what is measured was failing, in epoch milliseconds. */
export interface ChartBand {
  from: number
  to: number
  tone: 'warn' | 'bad'
}

interface BandsProps {
  x: Scales['x']
  bands: readonly ChartBand[]
  width: number
  floor: number
}

/** Behind the line. */
export const Bands = ({ x, bands, width, floor }: BandsProps) =>
  bands.map(({ from, to, tone }) => {
    const [left, right] = [Math.max(margin.left, x(from)), Math.min(width - margin.right, x(to))]
    return (
      <rect
        key={from}
        className={classes.band}
        data-band={tone}
        x={left}
        y={margin.top}
        width={Math.max(3, right - left)}
        height={floor - margin.top}
      />
    )
  })
