/** A place in a chart, in pixels from its upper left corner. */
export interface Pixel {
  x: number
  y: number
}

interface Placing {
  at: Pixel
  points: readonly Pixel[]
  /** What is plotted in. */
  box: { left: number; right: number; top: number; bottom: number }
  /** Of the tooltip. */
  size: { width: number; height: number }
  /** Between the point and the tooltip. */
  distance: number
}

const corners = [
  { isLeft: false, isTop: true },
  { isLeft: true, isTop: true },
  { isLeft: false, isTop: false },
  { isLeft: true, isTop: false },
] as const

/** Beside the point, at the top or at the bottom of the plot: where it ends within the plot and covers the fewest points. */
export const tooltipCorner = ({ at, points, box, size, distance }: Placing): (typeof corners)[number] => {
  const costOf = ({ isLeft, isTop }: (typeof corners)[number]): number => {
    const left = isLeft ? at.x - distance - size.width : at.x + distance
    const top = isTop ? box.top : box.bottom - size.height
    const isBeyond = left < box.left || left + size.width > box.right
    const covered = points.filter(
      ({ x, y }) => x >= left && x <= left + size.width && y >= top && y <= top + size.height,
    )
    return covered.length + (isBeyond ? points.length + 1 : 0)
  }
  return corners.reduce((best, corner) => (costOf(corner) < costOf(best) ? corner : best))
}
