import type { Usual, UsualWindow } from './usual.ts'
import { hourMs, hourStart, weekHourAt } from './week-hours.ts'

/** A window of the week at its time. */
export interface WindowAt {
  fromMs: number
  untilMs: number
  window: UsualWindow
}

/** The window that begins at an hour; null where none does, and where the clocks are changed within it. */
const windowFrom = (windows: ReadonlyMap<number, UsualWindow>, fromMs: number, timezone: string): WindowAt | null => {
  const window = windows.get(weekHourAt(fromMs, timezone))
  if (window === undefined) return null
  for (let offset = 1; offset < window.hours; offset += 1) {
    if (weekHourAt(fromMs + offset * hourMs, timezone) !== window.start + offset) return null
  }
  return { fromMs, untilMs: fromMs + window.hours * hourMs, window }
}

const byStart = ({ windows }: Pick<Usual, 'windows'>) => new Map(windows.map((window) => [window.start, window]))

/** The windows that begin within a time, in their order. */
export const windowsBetween = (
  usual: Pick<Usual, 'windows'>,
  { fromMs, untilMs, timezone }: { fromMs: number; untilMs: number; timezone: string },
): WindowAt[] => {
  const starts = byStart(usual)
  const found: WindowAt[] = []
  for (let startMs = hourStart(fromMs + hourMs - 1); startMs < untilMs; startMs += hourMs) {
    const window = windowFrom(starts, startMs, timezone)
    if (window !== null) found.push(window)
  }
  return found
}

/** Longer than any window is, and than a week with the change of a clock in it. */
const longestWaitHours = 2 * 168 + 24

/**
 * The first window that ends after an instant; null where there is none. `isWhole`: that also begins no sooner, since nothing could come
 * before. Otherwise requests before the instant count as well.
 */
export const nextWindow = (
  usual: Pick<Usual, 'windows'>,
  { afterMs, timezone, isWhole }: { afterMs: number; timezone: string; isWhole: boolean },
): WindowAt | null => {
  const starts = byStart(usual)
  const firstMs = isWhole ? hourStart(afterMs + hourMs - 1) : hourStart(afterMs) - 24 * hourMs
  for (let hour = 0; hour < longestWaitHours; hour += 1) {
    const window = windowFrom(starts, firstMs + hour * hourMs, timezone)
    if (window !== null && window.untilMs > afterMs) return window
  }
  return null
}

/** The window that ends at an instant; null where none does. */
export const windowEndingAt = (usual: Pick<Usual, 'windows'>, untilMs: number, timezone: string): WindowAt | null => {
  const window = nextWindow(usual, { afterMs: untilMs - 1, timezone, isWhole: false })
  return window?.untilMs === untilMs ? window : null
}

/** How long a silence may last before it is noticed, in hours: from the beginning of a window to the end of the next one. Null without any. */
export const silenceNoticedWithin = ({ windows }: Pick<Usual, 'windows'>): number | null => {
  const [first] = windows
  if (first === undefined) return null
  const following = [...windows.slice(1), { ...first, start: first.start + 168 }]
  return Math.max(
    ...windows.map(({ start }, index) => {
      const next = following[index] ?? first
      return next.start + next.hours - start
    }),
  )
}
