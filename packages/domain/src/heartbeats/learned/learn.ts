import { fallbackTimeZone } from '../../schedules/schedule-zone.ts'
import { activeFrom } from '../active-hours.ts'
import type { Expectation } from '../expectation.ts'
import { type CountDistribution, highestCount, lowestCount } from './count-distribution.ts'
import type { RequestHistory, Usual, UsualWindow } from './usual.ts'
import { hourMs, hoursOfWeek, weekHourAt } from './week-hours.ts'

/** Hours of a month, each of which may give a false alert. */
const hoursOfMonth = 730

/** One false alarm a month: half of it of too few requests, half of too many that were rejected. */
const alertProbability = 0.5 / hoursOfMonth

/** Nine of ten counts are within what is said to be usual. */
const outsideProbability = 0.05

const longestWindow = 24
/** Of fewer weeks nothing is known. */
const leastWeeks = 2

export type LearnedFor = Pick<Expectation, 'timezone' | 'activeHours'>

/** The value in the middle, which one week of four that is broken does not move far. */
const medianOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}

/** A history with the hour of the week that each of its hours is; null for hours that do not count. */
interface Timeline {
  history: RequestHistory
  weekHours: readonly (number | null)[]
  /** At which of its hours each hour of the week is. */
  places: ReadonlyMap<number | null, readonly number[]>
}

const timelineOf = (history: RequestHistory, { timezone, activeHours }: LearnedFor): Timeline => {
  const zone = timezone ?? fallbackTimeZone
  const counts = (epochMs: number) => activeHours === null || activeFrom(activeHours, zone, epochMs) === epochMs
  const weekHours = history.received.map((received, index) => {
    const startMs = history.fromMs + index * hourMs
    const isKnown = received !== null && counts(startMs) && counts(startMs + hourMs - 1)
    return isKnown ? weekHourAt(startMs, zone) : null
  })
  return { history, weekHours, places: Map.groupBy(weekHours.keys(), (index) => weekHours[index] ?? null) }
}

/** The counts of so many hours of the week in a row, of each week. Where clocks are changed between them, that week has none. */
const sumsOf = ({ history, weekHours, places }: Timeline, start: number, hours: number): number[] =>
  (places.get(start) ?? []).flatMap((place) => {
    let sum = 0
    for (let offset = 0; offset < hours; offset += 1) {
      if (weekHours[place + offset] !== start + offset) return []
      sum += history.received[place + offset] ?? 0
    }
    return [sum]
  })

/** How a count that is not known yet scatters: as those that are, and as what is known of their middle from so few does. */
const distributionOf = (sums: readonly number[], spread: number): CountDistribution => {
  const mean = medianOf(sums)
  if (mean <= 0) return { mean: 0, spread: 0 }
  const uncertainty = (sums.length > 2 ? Math.PI / 2 : 1) / sums.length
  const variance = (mean + spread * mean * mean) * (1 + uncertainty)
  return { mean, spread: (variance - mean) / (mean * mean) }
}

const windowOf = (timeline: Timeline, start: number, hours: number, spread: number): UsualWindow | null => {
  const sums = sumsOf(timeline, start, hours)
  if (sums.length < leastWeeks) return null
  const distribution = distributionOf(sums, spread)
  const lowest = lowestCount(distribution, alertProbability)
  if (lowest === 0) return null
  const [from, to] = [lowestCount(distribution, outsideProbability), highestCount(distribution, outsideProbability)]
  return { start, hours, expected: distribution.mean, from, to, lowest }
}

/** Hour by hour where each can be judged; before one that can, those that cannot are not added to it. */
const windowsOf = (timeline: Timeline, spread: number): UsualWindow[] => {
  const alone = Array.from({ length: hoursOfWeek }, (_, start) => windowOf(timeline, start, 1, spread))
  const windows: UsualWindow[] = []
  for (let start = 0; start < hoursOfWeek;) {
    const window = alone[start] ?? joined(timeline, { start, spread, alone })
    if (window !== null) windows.push(window)
    start += window?.hours ?? 1
  }
  return windows
}

interface Joining {
  start: number
  spread: number
  alone: readonly (UsualWindow | null)[]
}

const joined = (timeline: Timeline, { start, spread, alone }: Joining): UsualWindow | null => {
  for (let hours = 2; hours <= longestWindow && start + hours <= hoursOfWeek; hours += 1) {
    if (alone[start + hours - 1] !== null) return null
    const window = windowOf(timeline, start, hours, spread)
    if (window !== null) return window
  }
  return null
}

/** Half of all distances from the median of so many values are smaller, in standard deviations: measured with normal ones. */
const middleDistances: Readonly<Record<number, number>> = { 2: 0.475, 3: 0.31, 4: 0.485, 5: 0.49 }

/** Greater ones are not asked for: such counts say nothing. */
const mostSpread = 4

/** How much more the counts scatter than those of a Poisson process, by the distances in the middle: a broken week is not believed. */
const spreadOf = (timeline: Timeline, windows: readonly UsualWindow[]): number => {
  const distances = windows.flatMap(({ start, hours, expected }) => {
    const sums = sumsOf(timeline, start, hours)
    const unit = middleDistances[Math.min(sums.length, 5)] ?? 1
    return sums.map((sum) => ({ distance: Math.abs(sum - expected) / unit, expected }))
  })
  if (distances.length === 0) return 0
  const isEnough = (spread: number) =>
    medianOf(distances.map(({ distance, expected }) => distance / Math.sqrt(expected + spread * expected ** 2))) <= 1
  if (isEnough(0)) return 0
  let [low, high] = [0, mostSpread]
  for (let step = 0; step < 24; step += 1) {
    const middle = (low + high) / 2
    if (isEnough(middle)) high = middle
    else low = middle
  }
  return high
}

/** Fewer are no jump, however rare: a visitor who tries the address has made them. */
const leastJump = 5

/** More than chance explains, and more than twice what the worst hour of a usual week has. */
const mostRejectedOf = ({ rejected }: RequestHistory): number => {
  const weeks = Array.from({ length: Math.max(1, Math.floor(rejected.length / hoursOfWeek)) }, (_, index) =>
    rejected.slice(index * hoursOfWeek, (index + 1) * hoursOfWeek),
  )
  const total = medianOf(weeks.map((week) => week.reduce((sum, count) => sum + count, 0)))
  const worst = medianOf(weeks.map((week) => Math.max(0, ...week)))
  const mean = (total + 0.5) / hoursOfWeek
  return Math.max(leastJump, highestCount({ mean, spread: 0 }, alertProbability), Math.ceil(2 * worst))
}

/** What scatters more needs longer windows, of which it is measured again. */
const mostPasses = 4

/** What is usual, from the history of up to four weeks. The same history gives the same. */
export const learn = (history: RequestHistory, expectation: LearnedFor, nowMs: number): Usual => {
  const timeline = timelineOf(history, expectation)
  let spread = 0
  let windows = windowsOf(timeline, spread)
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const measured = spreadOf(timeline, windows)
    if (measured <= spread) break
    spread = measured
    windows = windowsOf(timeline, spread)
  }
  return {
    learnedAtMs: nowMs,
    fromMs: history.fromMs,
    untilMs: history.fromMs + history.received.length * hourMs,
    hours: Array.from({ length: hoursOfWeek }, (_, hour) => {
      const counts = sumsOf(timeline, hour, 1)
      return counts.length < leastWeeks ? null : medianOf(counts)
    }),
    windows,
    mostRejected: mostRejectedOf(history),
  }
}
