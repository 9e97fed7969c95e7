import classes from './line-chart.module.css'
import { type Pixel, tooltipCorner } from './tooltip-corner.ts'
import { margin } from './scales.ts'

export interface PointDescription {
  title: string
  lines: string[]
}

interface ChartTooltipProps extends PointDescription {
  /** The point that it describes. */
  at: Pixel
  /** All that is plotted: it covers as little of it as it can. */
  points: readonly Pixel[]
  /** Of the plot. */
  width: number
  floor: number
}

/** Pixels from the point, and from the edge of the plot. */
const distance = 12

/** Pixels: about what its text takes. It is not measured, which would have the browser lay out the page. */
const sizeOf = ({ title, lines }: PointDescription) => ({
  width: Math.max(title.length * 7.5, ...lines.map((line) => line.length * 6.5)) + 24,
  height: 18 * (1 + lines.length) + 18,
})

/** What the slider's value says to screen readers, for the eye. */
export const ChartTooltip = ({ at, points, width, floor, ...description }: ChartTooltipProps) => {
  const { title, lines } = description
  const box = { left: margin.left, right: width, top: margin.top, bottom: floor - 4 }
  const { isLeft, isTop } = tooltipCorner({ at, points, box, size: sizeOf(description), distance })
  return (
    <div
      className={classes.tooltip}
      aria-hidden
      data-tooltip
      style={{
        ...(isLeft ? { right: width - at.x + distance } : { left: at.x + distance }),
        ...(isTop ? { top: box.top } : { bottom: margin.bottom + 4 }),
      }}
    >
      <strong>{title}</strong>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  )
}
