import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Expectation } from '../expectation.ts'
import { defaultExpectation } from '../heartbeat-rules.ts'
import { type Heartbeat, newHeartbeat, type Signal } from '../machine/heartbeat-state.ts'
import { receive } from '../machine/take-signal.ts'
import { type RecordedSignal, runDurationOf, runsOf } from './run-duration.ts'

const anySignals = fc
  .array(
    fc.record({
      afterMs: fc.nat({ max: 100_000 }),
      kind: fc.constantFrom<Signal['kind']>('SUCCESS', 'START', 'START', 'FAIL', 'UNMET', 'LOG'),
      runId: fc.constantFrom(null, 'a', 'b', 'c'),
    }),
    { maxLength: 40 },
  )
  .map((sent) => {
    let atMs = 0
    return sent.map(({ afterMs, ...rest }): Signal => ({ ...rest, exitCode: null, atMs: (atMs += afterMs) }))
  })

/** Of each signal what the rule says of it alone and among all, and what the machine where the signal is a change of the state: each end is one of NEW. */
const durationsOf = (signals: readonly Signal[], limits: Partial<Expectation>) => {
  const watch = { expectation: { ...defaultExpectation, ...limits }, isLateWatched: false }
  let heartbeat: Heartbeat = newHeartbeat(0, 'NEW')
  const durationOf = new Map(runsOf(signals).map(({ end, durationMs }) => [end, durationMs]))
  return signals.map((signal, index) => {
    const { events } = receive({ ...heartbeat, state: 'NEW' }, watch, signal)
    const change = events.at(-1)?.change
    heartbeat = receive(heartbeat, watch, signal).heartbeat
    const rule = runDurationOf(signal, signals.slice(0, index).toReversed()) ?? null
    const ofAll = durationOf.get(signal) ?? null
    const hasEnded = change?.reason !== 'RUN_TOO_LONG' && change?.reason !== 'SILENT'
    return { rule, ofAll, machine: hasEnded ? (change?.durationMs ?? null) : null }
  })
}

describe('how long a run took that a signal ended', () => {
  it('is what the machine measures, whichever runs are open beside it', () => {
    fc.assert(
      fc.property(anySignals, (signals) => {
        const durations = durationsOf(signals, { everySeconds: 86_400_000 })
        const machine = durations.map((duration) => duration.machine)
        expect(durations.map(({ rule }) => rule)).toEqual(machine)
        expect(durations.map(({ ofAll }) => ofAll)).toEqual(machine)
      }),
    )
  })

  it('is what the machine measures of a run that it has not given up before, however short its limits', () => {
    const anyLimits = fc.record({
      everySeconds: fc.constantFrom(30, 60, 90),
      graceSeconds: fc.constantFrom(0, 10, 200),
      maxRunSeconds: fc.constantFrom(null, 1, 45, 500),
    })
    fc.assert(
      fc.property(anySignals, anyLimits, (signals, limits) => {
        const measured = durationsOf(signals, limits).filter(({ machine }) => machine !== null)
        const machine = measured.map((duration) => duration.machine)
        expect(measured.map(({ rule }) => rule)).toEqual(machine)
        expect(measured.map(({ ofAll }) => ofAll)).toEqual(machine)
      }),
    )
  })

  it('is unknown as long as no signal of that run came before', () => {
    const end: RecordedSignal = { kind: 'UNDECIDED', runId: 'a', atMs: 9000 }
    const others: RecordedSignal[] = [
      { kind: 'IGNORED', runId: 'a', atMs: 8000 },
      { kind: null, runId: 'a', atMs: 7000 },
      { kind: 'START', runId: 'b', atMs: 6000 },
    ]
    expect(runDurationOf(end, others)).toBeUndefined()
    expect(runDurationOf(end, [...others, { kind: 'START', runId: 'a', atMs: 5000 }])).toBe(4000)
    expect(runDurationOf(end, [...others, { kind: 'UNDECIDED', runId: 'a', atMs: 5000 }])).toBeNull()
  })
})
