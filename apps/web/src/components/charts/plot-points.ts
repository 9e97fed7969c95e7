export interface PlotPoint {
  id: string
  /** Epoch milliseconds. */
  at: number
  /** Null: nothing to plot, so the line has a gap there. */
  value: number | null
  /** A second value above it, such as the 95th percentile over the median. */
  upper: number | null
  tone: 'ok' | 'warn' | 'bad'
  /** Nothing was measured since the point before although something should have been: no line joins the two. */
  isAfterGap: boolean
}

/** The stretches of neighbouring points that have a value: what a line may join. */
export const withGaps = <P extends PlotPoint>(points: readonly P[]): P[][] => {
  const runs: P[][] = [[]]
  for (const point of points) {
    if (point.value === null || point.isAfterGap) runs.push([])
    if (point.value !== null) runs.at(-1)?.push(point)
  }
  return runs.filter((run) => run.length > 0)
}

/** From zero where the values are near it, so that a small wobble does not look like a cliff. */
export const valueDomain = (points: readonly PlotPoint[]): [number, number] => {
  const values = points.flatMap(({ value, upper }) => [value, upper].filter((one) => one !== null))
  if (values.length === 0) return [0, 1]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  if (low === high) return low === 0 ? [0, 1] : [Math.min(0, low * 2), Math.max(0, high * 1.25)]
  const isNearZero = low > 0 && low < high * 0.8
  const isNearlyFlat = low > 0 && high - low < high * 0.01
  return isNearZero || isNearlyFlat ? [0, high * 1.05] : [low - (high - low) * 0.1, high]
}

/** The ticks whose labels differ from the one before: where values are close, an axis repeats no label. */
export const distinctTicks = <T>(ticks: readonly T[], labelOf: (tick: T) => string): T[] =>
  ticks.filter((tick, index) => {
    const before = ticks[index - 1]
    return before === undefined || labelOf(before) !== labelOf(tick)
  })

/** Where a label of an axis stands on its tick, so that it ends within the chart: about half of it is on either side. */
export const anchorOf = (x: number, labelLength: number, width: number): 'start' | 'middle' | 'end' => {
  const half = labelLength * 3.4
  if (x - half < 0) return 'start'
  return x + half > width ? 'end' : 'middle'
}

export const nearestPoint = <P extends PlotPoint>(points: readonly P[], at: number): P | undefined => {
  let nearest: P | undefined
  for (const point of points) {
    if (!nearest || Math.abs(point.at - at) < Math.abs(nearest.at - at)) nearest = point
  }
  return nearest
}
