import { inARowLimits } from '../../notifications/firing-rules.ts'
import type { HeartbeatState } from '../heartbeat-rules.ts'
import { expectUsual } from '../learned/expect-usual.ts'
import { nextExpected } from '../next-expected.ts'
import type { ChangeReason, Heartbeat, HeartbeatChange, HeartbeatEvent, Step, Watch } from './heartbeat-state.ts'

export const mostFailures = inARowLimits.max

type Details = Partial<Pick<HeartbeatChange, 'durationMs' | 'exitCode' | 'expectedAtMs' | 'absenceMs'>>

export const changeTo = (
  { expectedAtMs, lastSignalAtMs }: Heartbeat,
  change: Pick<HeartbeatChange, 'state' | 'reason' | 'atMs'>,
  details: Details = {},
): HeartbeatChange => ({
  expectedAtMs,
  lastSignalAtMs,
  durationMs: null,
  exitCode: null,
  absenceMs: null,
  counted: null,
  ...change,
  ...details,
})

/** Expects the next signal after `afterMs`; of what is usual, only what can have come since where it `isWhole`. */
export const expecting = (
  heartbeat: Heartbeat,
  { expectation, usual }: Watch,
  afterMs: number,
  isWhole = false,
): Heartbeat => {
  if (expectation.mode === 'LEARNED') {
    const nothing = { expectedAtMs: null, expectedByMs: null, judgedUntilMs: null }
    return { ...heartbeat, runs: [], ...(usual ? expectUsual({ expectation, usual }, afterMs, isWhole) : nothing) }
  }
  const expectedAtMs = nextExpected(expectation, afterMs)
  return {
    ...heartbeat,
    judgedUntilMs: null,
    expectedAtMs,
    expectedByMs: expectedAtMs === null ? null : expectedAtMs + expectation.graceSeconds * 1000,
  }
}

export const enter = (heartbeat: Heartbeat, state: HeartbeatState, atMs: number): Heartbeat =>
  heartbeat.state === state ? heartbeat : { ...heartbeat, state, sinceMs: atMs }

/** Never before the state that it changes, whatever the clock did. */
export const atOrAfter = ({ sinceMs }: Heartbeat, atMs: number) => Math.max(sinceMs, atMs)

interface Failure extends Details {
  reason: ChangeReason
  atMs: number
}

/** DOWN, or once more while it is. */
export const fail = (heartbeat: Heartbeat, { reason, atMs, ...details }: Failure): Step => {
  const isChanged = heartbeat.state !== 'DOWN'
  const change = isChanged ? changeTo(heartbeat, { state: 'DOWN', reason, atMs }, details) : null
  const failures = Math.min(heartbeat.failures + 1, mostFailures)
  return { heartbeat: { ...enter(heartbeat, 'DOWN', atMs), failures }, events: [{ kind: 'FAILURE', atMs, change }] }
}

export const other = (change: HeartbeatChange): HeartbeatEvent => ({ kind: 'OTHER', atMs: change.atMs, change })
