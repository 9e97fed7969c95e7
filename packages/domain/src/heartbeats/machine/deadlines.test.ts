import { describe, expect, it } from 'vitest'
import { createExtension, type Presence, retryAllowanceMs } from '../absence.ts'
import type { Expectation } from '../expectation.ts'
import { defaultExpectation } from '../heartbeat-rules.ts'
import { advance } from './deadlines.ts'
import { type Heartbeat, newHeartbeat, type SignalKind, type Watch } from './heartbeat-state.ts'
import { receive } from './take-signal.ts'
import { edit, expectAnew, pause, resume } from './watch-changes.ts'

const s = (seconds: number) => seconds * 1000
type Span = readonly [from: number, until: number]
/** As an ingress records it: it was there until then. */
const seen = (...spans: Span[]): Presence[] =>
  spans.map(([from, until]) => ({ fromMs: s(from), untilMs: s(until), isExact: true }))
const retry = retryAllowanceMs / 1000

describe('a heartbeat', () => {
  const expectation = { ...defaultExpectation, everySeconds: 60, graceSeconds: 0 }
  const signal = (kind: SignalKind, atSeconds: number) => ({ kind, atMs: s(atSeconds), runId: null, exitCode: null })
  const up = receive(newHeartbeat(0, 'NEW'), { expectation, isLateWatched: false }, signal('SUCCESS', 0)).heartbeat
  const look = (heartbeat: Heartbeat, presences: Presence[], now: number) => {
    const extend = createExtension({ presences, nowMs: s(now) })
    return advance(heartbeat, { expectation, isLateWatched: false, extend }, s(now))
  }

  it('is not down while nobody could take its signal, and its alert says how much longer it was waited for', () => {
    const away = seen([0, 50], [110, 9000])
    expect(look(up, seen([0, 50]), 61).events).toEqual([])
    expect(look(up, away, 124).events).toEqual([])
    expect(look(up, away, 126).events).toMatchObject([
      { kind: 'FAILURE', atMs: s(125), change: { absenceMs: s(60 + retry) } },
    ])
  })

  it('that is started once more after an absence is waited for as long as before, though a start moves no deadline', () => {
    const away = seen([0, 10], [40, 9000])
    for (const one of [
      expectation,
      { ...expectation, mode: 'CRON' as const, everySeconds: null, expression: '* * * * *' },
    ]) {
      const watch = {
        expectation: one,
        isLateWatched: false,
        extend: createExtension({ presences: away, nowMs: s(200) }),
      }
      const running = receive(newHeartbeat(0, 'NEW'), watch, { ...signal('START', 1), runId: 'a' }).heartbeat
      const again = receive(running, watch, { ...signal('START', 45), runId: 'b' })
      expect(again.events).toEqual([])
      const dueMs = (again.heartbeat.expectedByMs ?? 0) + s(30 + retry)
      expect(advance(again.heartbeat, watch, dueMs).events).toEqual([])
      expect(advance(again.heartbeat, watch, dueMs + 1).events).toMatchObject([{ kind: 'FAILURE', atMs: dueMs }])
    }
  })

  it('takes each run by its own time: an absence makes that of an older one later than that of a younger one', () => {
    const limited = { ...expectation, maxRunSeconds: 7 }
    const extend = createExtension({ presences: seen([0, 10], [18.3, 9000]), nowMs: s(26) })
    const watch = { expectation: limited, isLateWatched: false, extend }
    const run = (kind: SignalKind, atSeconds: number, runId: string) => ({ ...signal(kind, atSeconds), runId })
    const signals = [
      signal('FAIL', 18.1),
      run('START', 18.2, 'older'),
      run('START', 18.4, 'younger'),
      run('START', 23, 'last'),
      run('SUCCESS', 25.7, 'older'),
    ]
    let heartbeat = newHeartbeat(0, 'NEW')
    const changes: string[] = []
    for (const one of signals) {
      const step = receive(heartbeat, watch, one)
      heartbeat = step.heartbeat
      changes.push(...step.events.flatMap(({ change }) => (change ? [`${change.state} ${change.reason}`] : [])))
    }
    expect(changes).toEqual(['DOWN FAILED', 'RUNNING SIGNAL'])
    expect(heartbeat.runs.map(({ id }) => id)).toEqual(['last'])
    expect(advance(heartbeat, watch, s(26)).events).toEqual([])
  })

  it('that is down does not count what could not be taken as missing once more', () => {
    const down = look(up, seen([0, 9000]), 61).heartbeat
    expect([down.state, down.failures]).toEqual(['DOWN', 1])
    const away = seen([0, 100], [400, 9000])
    expect(look(down, away, 424).heartbeat.failures).toBe(1)
    expect(look(down, away, 426).heartbeat.failures).toBe(2)
    // What was away before it was down has been waited for.
    const before = look(up, seen([0, 50], [110, 9000]), 126).heartbeat
    expect(before.failures).toBe(1)
  })

  it('that is down is failing once more with each signal that is missing after an absence', () => {
    const failuresOf = (one: Partial<Expectation>, from: number, until: number) => {
      const extend = createExtension({ presences: seen([0, from], [until, 9000]), nowMs: s(9000) })
      const watch = { expectation: { ...expectation, ...one }, isLateWatched: false, extend }
      const started = receive(newHeartbeat(0, 'NEW'), watch, signal('SUCCESS', 0)).heartbeat
      const failures = advance(started, watch, s(2000)).events.filter(({ kind }) => kind === 'FAILURE')
      return failures.slice(0, 4).map(({ atMs }) => atMs / 1000)
    }
    const allDay = { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', until: '00:00' }
    const cron = { mode: 'CRON', everySeconds: null, expression: '* * * * *' } as const
    for (const one of [{}, { activeHours: allDay }]) {
      expect(failuresOf(one, 100, 400)).toEqual([60, 425, 485, 545])
      expect(failuresOf(one, 100, 700)).toEqual([60, 725, 785, 845])
    }
    // Of another mode, its period says nothing.
    for (const one of [cron, { ...cron, everySeconds: 3600 }])
      expect(failuresOf(one, 100, 400)).toEqual([60, 425, 480, 540])
  })

  it('that is down is waited for as long where it is started after an absence, since that moves no deadline', () => {
    for (const one of [
      expectation,
      { ...expectation, mode: 'CRON' as const, everySeconds: null, expression: '* * * * *' },
    ]) {
      const extend = createExtension({ presences: seen([0, 70], [100, 9000]), nowMs: s(9000) })
      const watch = { expectation: one, isLateWatched: false, extend }
      const down = advance(up, watch, s(65)).heartbeat
      const started = receive(down, watch, { ...signal('START', 110), runId: 'a' }).heartbeat
      const [failure] = advance(started, watch, s(200)).events
      expect(failure).toMatchObject({ kind: 'FAILURE', atMs: s(120 + 30 + retry) })
    }
  })

  describe('is waited for no longer by an absence', () => {
    const away = seen([0, 100], [400, 9000])
    const extend = createExtension({ presences: away, nowMs: s(9000) })
    const silentAt = (heartbeat: Heartbeat, watch: Watch) =>
      advance(heartbeat, watch, s(8000)).events.find(({ kind }) => kind === 'FAILURE')?.atMs
    const expectations: Partial<Expectation>[] = [
      { everySeconds: 600, graceSeconds: 10 },
      { mode: 'CRON', everySeconds: null, expression: '*/10 * * * *', graceSeconds: 10 },
    ]

    it('before a pause, also where somebody is notified once it is late', () => {
      for (const isLateWatched of [false, true]) {
        for (const [index, one] of expectations.entries()) {
          const watch = { expectation: { ...expectation, ...one }, isLateWatched, extend }
          const resumed = resume(pause(up, s(50)).heartbeat, watch, s(650)).heartbeat
          expect(silentAt(resumed, watch)).toBe(s(index === 0 ? 1260 : 1210))
        }
      }
    })
    it('before an edit, or before a suspension ended', () => {
      for (const change of [edit, expectAnew]) {
        for (const isLateWatched of [false, true]) {
          for (const [index, one] of expectations.entries()) {
            const watch = { expectation: { ...expectation, ...one }, isLateWatched, extend }
            const changed = change(up, watch, s(650)).heartbeat
            expect(silentAt(changed, watch)).toBe(s(index === 0 ? 1260 : 1210))
          }
        }
      }
    })
    it('before an edit, or before a suspension ended, since the time of its expression before', () => {
      const watch = { expectation: { ...expectation, ...expectations[1] }, isLateWatched: false, extend }
      const running = receive(up, watch, signal('START', 50)).heartbeat
      for (const change of [edit, expectAnew]) {
        for (const one of [up, running]) {
          expect(silentAt(change(one, watch, s(450)).heartbeat, watch)).toBe(s(610))
          // What of it came after counts.
          expect(silentAt(change(one, watch, s(250)).heartbeat, watch)).toBe(s(610 + 150 + retry))
        }
      }
    })
  })
})
