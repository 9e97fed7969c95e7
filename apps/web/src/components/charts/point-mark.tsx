import type { PlotPoint } from './plot-points.ts'
import classes from './line-chart.module.css'

interface PointMarkProps {
  point: PlotPoint
  x: number
  y: number
  isMarked: boolean
}

/** A dot for a value, a cross for a failure: told apart by shape, not by colour alone. */
export const PointMark = ({ point, x, y, isMarked }: PointMarkProps) => {
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
