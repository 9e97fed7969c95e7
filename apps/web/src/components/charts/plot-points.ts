export interface PlotPoint {
  id: string
  /** Epoch milliseconds. */
  at: number
  value: number | null
  isFailed: boolean
}

/** The stretches of neighbouring points that have a value and did not fail: what a line may join. */
export const withGaps = <P extends PlotPoint>(points: readonly P[]): P[][] => {
  const runs: P[][] = [[]]
  for (const point of points) {
    if (point.value === null || point.isFailed) runs.push([])
    else runs.at(-1)?.push(point)
  }
  return runs.filter((run) => run.length > 0)
}

/** From zero where the values are near it, so that a small wobble does not look like a cliff. */
export const valueDomain = (points: readonly PlotPoint[]): [number, number] => {
  const values = points.flatMap((point) => (point.value === null ? [] : [point.value]))
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

export const nearestPoint = <P extends PlotPoint>(points: readonly P[], at: number): P | undefined => {
  let nearest: P | undefined
  for (const point of points) {
    if (!nearest || Math.abs(point.at - at) < Math.abs(nearest.at - at)) nearest = point
  }
  return nearest
}
