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
  /** What it stands for is in the table beside the chart: it has its own mark. */
  isListed: boolean
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

/** The part of its highest value that an axis spans at least: a small wobble does not look like a cliff. */
const leastSpan = 0.1

/** Fitted to the values, with some room above and below; from zero for one value, or where they begin near it. */
export const valueDomain = (points: readonly PlotPoint[]): [number, number] => {
  const values = points.flatMap(({ value, upper }) => [value, upper].filter((one) => one !== null))
  if (values.length === 0) return [0, 1]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  if (low === high) return low === 0 ? [0, 1] : [Math.min(0, low * 1.25), Math.max(0, high * 1.25)]
  const least = Math.max(Math.abs(low), Math.abs(high)) * leastSpan
  const room = Math.max((high - low) * 0.08, (least - (high - low)) / 2)
  const isNearZero = low >= 0 && low < (high - low) * 0.3
  return [
    isNearZero ? 0 : low >= 0 ? Math.max(0, low - room) : low - room,
    high <= 0 ? Math.min(0, high + room) : high + room,
  ]
}

/** The ticks whose labels differ from the one before: where values are close, an axis repeats no label. */
export const distinctTicks = <T>(ticks: readonly T[], labelOf: (tick: T) => string): T[] =>
  ticks.filter((tick, index) => {
    const before = ticks[index - 1]
    return before === undefined || labelOf(before) !== labelOf(tick)
  })

/** Half of the width of a label, at 6.8 px a character. */
const halfOf = (labelLength: number) => labelLength * 3.4

/** Pixels between two labels. */
const labelGap = 12

interface Labels<T> {
  labelOf: (tick: T) => string
  /** In pixels from the left. */
  xOf: (tick: T) => number
  width: number
}

/** The ticks of an axis of time whose labels stand clear of the one before, which differ from it. */
export const clearTicks = <T>(ticks: readonly T[], { labelOf, xOf, width }: Labels<T>): T[] => {
  let free = -Infinity
  return distinctTicks(ticks, labelOf).filter((tick) => {
    const [x, half] = [xOf(tick), halfOf(labelOf(tick).length)]
    const anchor = anchorOf(x, labelOf(tick).length, width)
    const left = anchor === 'start' ? x : anchor === 'end' ? x - 2 * half : x - half
    if (left < free) return false
    free = left + 2 * half + labelGap
    return true
  })
}

/** Where a label of an axis stands on its tick, so that it ends within the chart: about half of it is on either side. */
export const anchorOf = (x: number, labelLength: number, width: number): 'start' | 'middle' | 'end' => {
  const half = halfOf(labelLength)
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
