import { fallbackTimeZone } from '../../schedules/schedule-zone.ts'
import type { Expectation } from '../expectation.ts'
import { nextWindow } from './next-window.ts'
import type { Usual } from './usual.ts'
import { hourMs, hourStart } from './week-hours.ts'

export interface LearnedWatch {
  expectation: Pick<Expectation, 'timezone' | 'graceSeconds'>
  usual: Usual
}

/** What a heartbeat waits for that expects what is usual, in epoch milliseconds. */
export interface ExpectedCount {
  /** The end of the next window that is judged, and that of its grace; null where none is. */
  expectedAtMs: number | null
  expectedByMs: number | null
  /** Hours up to here are decided. */
  judgedUntilMs: number
}

/** From an instant on. `isWhole`: nothing could come before it, so that only what begins since counts. */
export const expectUsual = (
  { expectation: { timezone, graceSeconds }, usual }: LearnedWatch,
  afterMs: number,
  isWhole: boolean,
): ExpectedCount => {
  const next = nextWindow(usual, { afterMs, timezone: timezone ?? fallbackTimeZone, isWhole })
  return {
    expectedAtMs: next?.untilMs ?? null,
    expectedByMs: next === null ? null : next.untilMs + graceSeconds * 1000,
    judgedUntilMs: isWhole ? hourStart(afterMs + hourMs - 1) : hourStart(afterMs),
  }
}
