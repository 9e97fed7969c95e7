import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  absenceWithin,
  createExtension,
  mostBetweenBeatsMs,
  type Presence,
  presenceLeaseMs,
  retryAllowanceMs,
} from './absence.ts'
import type { Expectation } from './expectation.ts'
import { defaultExpectation } from './heartbeat-rules.ts'
import { advance } from './machine/deadlines.ts'
import { type Heartbeat, newHeartbeat, type SignalKind, type Watch } from './machine/heartbeat-state.ts'
import { receive } from './machine/take-signal.ts'
import { edit, expectAnew, pause, resume } from './machine/watch-changes.ts'

const s = (seconds: number) => seconds * 1000
type Span = readonly [from: number, until: number]
/** As an ingress records it: it was there until then. */
const seen = (...spans: Span[]): Presence[] =>
  spans.map(([from, until]) => ({ fromMs: s(from), untilMs: s(until), isExact: true }))
/** As one of an older version does. */
const leased = (...spans: Span[]): Presence[] => spans.map(([from, until]) => ({ fromMs: s(from), untilMs: s(until) }))
interface DeadlineOptions {
  from: number
  deadline: number
  now: number
  taken?: number
}
const extended = (presences: readonly Presence[], { from, deadline, now, taken }: DeadlineOptions) =>
  createExtension({ presences, nowMs: s(now), ...(taken !== undefined && { takenAtMs: s(taken) }) })(
    s(from),
    s(deadline),
  ) / 1000
const retry = retryAllowanceMs / 1000
const most = mostBetweenBeatsMs / 1000

describe('a deadline', () => {
  it('is later only by what of an absence counts, which is asked at its ends, and within it only where it begins to count there', () => {
    const extend = createExtension({ presences: seen([0, 100], [160, 1000]), nowMs: s(500) })
    const ask = (countsFrom: number) => {
      let calls = 0
      const countsAt = (epochMs: number) => {
        calls += 1
        return epochMs >= s(countsFrom)
      }
      return { deadline: extend(s(10), s(200), countsAt) / 1000, calls }
    }
    expect(ask(100)).toEqual({ deadline: 200 + 60 + retry, calls: 1 })
    expect(ask(160)).toEqual({ deadline: 200, calls: 2 })
    expect(ask(130).deadline).toBe(200 + 30 + retry)
  })

  it('is what it was where somebody could always take a signal', () => {
    expect(extended(seen([0, 100], [50, 1000]), { from: 10, deadline: 200, now: 500 })).toBe(200)
    expect(extended([], { from: 10, deadline: 200, now: 500 })).toBe(200)
  })
  it('is later by the time in which nobody could, and by some time to try again, once', () => {
    expect(extended(seen([0, 100], [160, 1000]), { from: 10, deadline: 200, now: 500 })).toBe(200 + 60 + retry)
    const twice = seen([0, 100], [160, 210], [215, 1000])
    expect(extended(twice, { from: 10, deadline: 200, now: 500 })).toBe(200 + 60 + 5 + retry)
  })
  it('is later by an absence however short, where one process follows another', () => {
    expect(extended(seen([0, 100], [100.4, 1000]), { from: 10, deadline: 100.2, now: 500 })).toBeCloseTo(100.6 + retry)
  })
  it('is later by what of an absence comes after the signal before', () => {
    const spans = seen([0, 100], [160, 1000])
    expect(extended(spans, { from: 130, deadline: 200, now: 500 })).toBe(230 + retry)
    expect(extended(spans, { from: 160, deadline: 200, now: 500 })).toBe(200)
  })
  it('is not moved by an absence after it, but by one that follows in the time that it is moved by', () => {
    expect(extended(seen([0, 300], [400, 1000]), { from: 10, deadline: 200, now: 500 })).toBe(200)
    const following = seen([0, 100], [190, 260], [300, 1000])
    expect(extended(following, { from: 10, deadline: 200, now: 500 })).toBe(200 + 90 + 40 + retry)
  })
  it('is later by each time once where a process was there for a moment', () => {
    const spans = seen([0, 100], [150, 152], [190, 1000])
    expect(extended(spans, { from: 10, deadline: 200, now: 500 })).toBe(200 + 50 + 38 + retry)
  })
  it('is later by a lease, too, where a process of an older version was there, which is believed for so long', () => {
    const lease = presenceLeaseMs / 1000
    expect(extended(leased([0, 100], [160, 1000]), { from: 10, deadline: 200, now: 500 })).toBe(
      200 + 60 + lease + retry,
    )
  })
  it('goes on moving while nobody is there', () => {
    expect(extended(seen([0, 100]), { from: 10, deadline: 200, now: 300 })).toBe(200 + 200 + retry)
  })

  describe('since which nobody has said yet that it was there', () => {
    it('is not over before somebody has, or for too long has not', () => {
      const last = seen([0, 99.8])
      expect(extended(last, { from: 10, deadline: 100, now: 100.3 })).toBe(100.3)
      expect(extended(last, { from: 10, deadline: 100, now: 99.8 + most })).toBe(99.8 + most)
      expect(extended(last, { from: 10, deadline: 100, now: 100 + most })).toBe(100 + 0.2 + most + retry)
      expect(extended(seen([0, 100.1]), { from: 10, deadline: 100, now: 100.3 })).toBe(100)
    })
    it('is later by no more than before where it lies ahead', () => {
      expect(extended(seen([0, 50], [60, 99.8]), { from: 10, deadline: 200, now: 100 })).toBe(200 + 10 + retry)
    })
    it('is over where a signal was taken after it', () => {
      const last = seen([0, 99.8])
      expect(extended(last, { from: 10, deadline: 100, now: 100.3, taken: 100.2 })).toBe(100)
      expect(extended(last, { from: 10, deadline: 100.25, now: 100.3, taken: 100.2 })).toBe(100.3)
    })
    it('is later by the absence that a signal ends', () => {
      expect(extended(seen([0, 90]), { from: 10, deadline: 100, now: 100.3, taken: 100.2 })).toBeGreaterThan(110)
    })
  })

  it('is never earlier, and moved by no more than the absence, the lease of each, and the time to try again', () => {
    const spans = fc.array(fc.tuple(fc.nat({ max: 1000 }), fc.nat({ max: 300 }), fc.boolean()), { maxLength: 8 })
    fc.assert(
      fc.property(spans, fc.nat({ max: 1000 }), fc.nat({ max: 1000 }), (given, from, length) => {
        const own = given.map(([start, duration, isExact]) => ({
          fromMs: s(start),
          untilMs: s(start + duration),
          isExact,
        }))
        const deadline = from + length
        const moved = extended(own, { from, deadline, now: 2000 }) - deadline
        expect(moved).toBeGreaterThanOrEqual(0)
        expect(moved).toBeLessThanOrEqual(2000 + retry + (own.length * presenceLeaseMs) / 1000)
      }),
    )
  })

  it('does not depend on when somebody looks, once it is over: nobody decides before it is known who was there', () => {
    const span = fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 60 }))
    fc.assert(
      fc.property(
        fc.array(span, { minLength: 1, maxLength: 6 }),
        fc.nat({ max: 200 }),
        fc.nat({ max: 400 }),
        (given, length, looked) => {
          // Beats half a second apart; each span begins some half seconds after the one before.
          const rows: Presence[] = []
          for (const [gap, duration] of given) {
            const fromMs = (rows.at(-1)?.untilMs ?? 0) + gap * 500
            rows.push({ fromMs, untilMs: fromMs + duration * 500, isExact: true })
          }
          const at = (nowMs: number) =>
            rows
              .filter(({ fromMs }) => fromMs <= nowMs)
              .map((row) => ({ ...row, untilMs: Math.min(row.untilMs, nowMs - (nowMs % 500)) }))
          const [nowMs, endMs, deadlineMs] = [looked * 100, 1_000_000, length * 100]
          const early = createExtension({ presences: at(nowMs), nowMs })(0, deadlineMs)
          const late = createExtension({
            presences: [...rows, { fromMs: (rows.at(-1)?.untilMs ?? 0) + 100, untilMs: endMs, isExact: true }],
            nowMs: endMs,
          })(0, deadlineMs)
          expect(early < nowMs ? early : late).toBe(late)
        },
      ),
    )
  })
})

it('absence within a time is what of it nobody was there', () => {
  const known = { presences: seen([0, 100], [160, 300], [330, 1000]), nowMs: s(1000) }
  expect(absenceWithin(known, { fromMs: s(50), untilMs: s(320) })).toBe(s(60 + 20))
  expect(absenceWithin(known, { fromMs: s(170), untilMs: s(290) })).toBe(0)
})

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
