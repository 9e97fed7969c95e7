import { fallbackTimeZone } from '../../schedules/schedule-zone.ts'
import type { LearnedFor } from './learn.ts'
import { windowsBetween } from './next-window.ts'
import type { RequestHistory, Usual } from './usual.ts'
import { hourMs } from './week-hours.ts'

/** When it would have alerted. */
export interface TriedAlert {
  kind: 'RECEIVED' | 'REJECTED'
  fromMs: number
  untilMs: number
  count: number
  from: number
  to: number
}

const sum = (counts: readonly (number | null)[]): number | null =>
  counts.reduce<number | null>((total, count) => (total === null || count === null ? null : total + count), 0)

/** Tries what was learned on a history. Of what went on longer than a window, the first alert is given. */
export const tryUsual = (
  usual: Usual,
  { received, rejected, fromMs }: RequestHistory,
  expectation: LearnedFor,
): TriedAlert[] => {
  const timezone = expectation.timezone ?? fallbackTimeZone
  const untilMs = fromMs + received.length * hourMs
  const place = (epochMs: number) => (epochMs - fromMs) / hourMs
  const silences: TriedAlert[] = []
  let isDown = false
  for (const one of windowsBetween(usual, { fromMs, untilMs, timezone })) {
    if (one.untilMs > untilMs) break
    const count = sum(received.slice(place(one.fromMs), place(one.untilMs)))
    if (count === null) continue
    const { lowest, from, to } = one.window
    if (count < lowest && !isDown)
      silences.push({ kind: 'RECEIVED', fromMs: one.fromMs, untilMs: one.untilMs, count, from, to })
    isDown = count < lowest
  }
  const jumps = rejected.flatMap((count, index): TriedAlert[] =>
    count > usual.mostRejected && (rejected[index - 1] ?? 0) <= usual.mostRejected
      ? [
          {
            kind: 'REJECTED',
            fromMs: fromMs + index * hourMs,
            untilMs: fromMs + (index + 1) * hourMs,
            count,
            from: 0,
            to: usual.mostRejected,
          },
        ]
      : [],
  )
  return [...silences, ...jumps].toSorted((a, b) => a.fromMs - b.fromMs)
}

/** The hour of the week of each window, for who draws it: its index in the windows, or null where nothing is judged. */
export const windowOfHour = ({ windows }: Usual, hour: number): number | null => {
  const index = windows.findIndex(({ start, hours }) => hour >= start && hour < start + hours)
  return index === -1 ? null : index
}
