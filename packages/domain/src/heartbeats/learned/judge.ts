import { fallbackTimeZone } from '../../schedules/schedule-zone.ts'
import type { ChangeReason, Heartbeat, HeartbeatChange, HeartbeatEvent, Step } from '../machine/heartbeat-state.ts'
import { inARowLimits } from '../../notifications/firing-rules.ts'
import { expectUsual, type LearnedWatch } from './expect-usual.ts'
import { windowEndingAt, type WindowAt } from './next-window.ts'
import type { Counted } from './usual.ts'
import { hourMs } from './week-hours.ts'

/*
 * What becomes of a heartbeat that expects what is usual. No request changes it: once an hour is over, its requests are counted. It is
 * pure, and each change happens at its own time, as with the other modes.
 */

/** So long after the end of an hour its requests are committed and its rejections written. */
export const settleMs = 5000

const zoneOf = ({ expectation }: LearnedWatch) => expectation.timezone ?? fallbackTimeZone

/** What there is to be counted for the next look. */
export interface ToCount {
  /** The hour that is over. */
  hourFromMs: number
  hourUntilMs: number
  /** The window that ends with it, and until when what comes late counts. */
  window: WindowAt | null
  countUntilMs: number
}

/** Null while nothing is over. */
export const toCount = (
  { judgedUntilMs, expectedAtMs, expectedByMs, state }: Heartbeat,
  watch: LearnedWatch,
  nowMs: number,
): ToCount | null => {
  if (state === 'PAUSED' || judgedUntilMs === null || nowMs < judgedUntilMs + hourMs + settleMs) return null
  const hourUntilMs = judgedUntilMs + hourMs
  const window = expectedAtMs === hourUntilMs ? windowEndingAt(watch.usual, hourUntilMs, zoneOf(watch)) : null
  const countUntilMs = Math.min(nowMs, expectedByMs ?? hourUntilMs)
  return { hourFromMs: judgedUntilMs, hourUntilMs, window, countUntilMs }
}

export interface Counts {
  /** In the window, as far as `countUntilMs`. */
  received: number
  /** In the hour. */
  rejected: number
  lastRequestAtMs: number | null
  /** For some of the window nobody could take requests, or nobody knows how many came: that there are few of them says nothing. */
  isUnknown: boolean
}

/** When the next hour can be looked at, in epoch milliseconds; null while it is paused. */
export const nextLook = ({ state, judgedUntilMs }: Heartbeat): number | null =>
  state === 'PAUSED' || judgedUntilMs === null ? null : judgedUntilMs + hourMs + settleMs

interface Look extends Counts {
  span: ToCount
  /** Of the last change: of an alert of rejections the end is another than that of silence. */
  lastReason: ChangeReason | null
  nowMs: number
}

export interface Judged extends Step {
  /** When it is to be looked at next, in epoch milliseconds. */
  lookAtMs: number | null
}

/** Decides an hour that is over, and the window that ends with it. */
export const judge = (before: Heartbeat, watch: LearnedWatch, look: Look): Judged => {
  const { span, received, rejected, lastReason, nowMs, lastRequestAtMs, isUnknown } = look
  const heartbeat = { ...before, lastSignalAtMs: lastRequestAtMs ?? before.lastSignalAtMs }
  const { window, hourFromMs, hourUntilMs } = span
  const timezone = zoneOf(watch)
  const settled = (step: Step): Judged => {
    const next = { ...step.heartbeat, ...expectUsual(watch, hourUntilMs, false) }
    return { heartbeat: next, events: step.events, lookAtMs: nextLook(next) }
  }
  const isEnough = window === null || received >= window.window.lowest
  const byMs = heartbeat.expectedByMs ?? hourUntilMs
  const endMs = heartbeat.state === 'LATE' ? Math.min(byMs, nowMs) : hourUntilMs
  if (!isEnough && !isUnknown && nowMs < byMs)
    return { ...late(heartbeat, hourUntilMs, receivedIn(window, received, timezone)), lookAtMs: byMs }
  const { mostRejected } = watch.usual
  if (rejected > mostRejected) {
    const hour = { fromMs: hourFromMs, untilMs: hourUntilMs, from: 0, to: mostRejected }
    return settled(fail(heartbeat, 'REJECTED', hourUntilMs, { kind: 'REJECTED', count: rejected, ...hour, timezone }))
  }
  if (!isEnough && isUnknown) return settled(backFromLate(heartbeat, endMs))
  if (!isEnough) return settled(fail(heartbeat, 'TOO_FEW', byMs, receivedIn(window, received, timezone)))
  // An hour in which nothing is expected says that rejections have ended, and nothing of a silence.
  const isSaid = window !== null || (heartbeat.state === 'DOWN' && lastReason === 'REJECTED')
  return settled(isSaid ? succeed(heartbeat, endMs) : { heartbeat, events: [] })
}

const receivedIn = ({ fromMs, untilMs, window: { from, to } }: WindowAt, count: number, timezone: string): Counted => ({
  kind: 'RECEIVED',
  count,
  fromMs,
  untilMs,
  from,
  to,
  timezone,
})

const atOrAfter = ({ sinceMs }: Heartbeat, atMs: number) => Math.max(sinceMs, atMs)

const changeTo = (
  heartbeat: Heartbeat,
  change: Pick<HeartbeatChange, 'state' | 'reason' | 'atMs' | 'counted'>,
): HeartbeatChange => ({
  expectedAtMs: heartbeat.expectedAtMs,
  lastSignalAtMs: heartbeat.lastSignalAtMs,
  durationMs: null,
  exitCode: null,
  absenceMs: null,
  ...change,
})

/** Its grace decides. One that is down stays so. */
const late = (heartbeat: Heartbeat, endMs: number, counted: Counted): Step => {
  if (heartbeat.state !== 'UP' && heartbeat.state !== 'NEW') return { heartbeat, events: [] }
  const atMs = atOrAfter(heartbeat, endMs)
  const change = changeTo(heartbeat, { state: 'LATE', reason: 'LATE', atMs, counted })
  return { heartbeat: { ...heartbeat, state: 'LATE', sinceMs: atMs }, events: [{ kind: 'LATE', atMs, change }] }
}

/** What says nothing is neither a failure nor a success, and is no reason to be late any longer. */
const backFromLate = (heartbeat: Heartbeat, endMs: number): Step => {
  if (heartbeat.state !== 'LATE') return { heartbeat, events: [] }
  const atMs = atOrAfter(heartbeat, endMs)
  const change = changeTo(heartbeat, { state: 'UP', reason: 'NOT_JUDGED', atMs, counted: null })
  return { heartbeat: { ...heartbeat, state: 'UP', sinceMs: atMs }, events: [{ kind: 'OTHER', atMs, change }] }
}

const fail = (heartbeat: Heartbeat, reason: 'TOO_FEW' | 'REJECTED', at: number, counted: Counted): Step => {
  const atMs = atOrAfter(heartbeat, at)
  const isChanged = heartbeat.state !== 'DOWN'
  const change = isChanged ? changeTo(heartbeat, { state: 'DOWN', reason, atMs, counted }) : null
  const failures = Math.min(heartbeat.failures + 1, inARowLimits.max)
  const down = isChanged ? ({ state: 'DOWN', sinceMs: atMs } as const) : {}
  return { heartbeat: { ...heartbeat, ...down, failures }, events: [{ kind: 'FAILURE', atMs, change }] }
}

const succeed = (heartbeat: Heartbeat, endMs: number): Step => {
  const atMs = atOrAfter(heartbeat, endMs)
  const isChanged = heartbeat.state !== 'UP'
  const change = isChanged ? changeTo(heartbeat, { state: 'UP', reason: 'AS_USUAL', atMs, counted: null }) : null
  const up = isChanged ? ({ state: 'UP', sinceMs: atMs } as const) : {}
  const event: HeartbeatEvent = { kind: 'SUCCESS', atMs, change }
  return { heartbeat: { ...heartbeat, ...up, failures: 0 }, events: [event] }
}
