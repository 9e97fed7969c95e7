import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  absencesWithin,
  createExtension,
  mostBetweenBeatsMs,
  type Presence,
  presenceLeaseMs,
  retryAllowanceMs,
} from './absence.ts'

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

it('absences within a time are those parts of it in which nobody was there', () => {
  const known = { presences: seen([0, 100], [160, 300], [330, 1000]), nowMs: s(1000) }
  expect(absencesWithin(known, { fromMs: s(50), untilMs: s(320) })).toEqual([
    { fromMs: s(100), untilMs: s(160) },
    { fromMs: s(300), untilMs: s(320) },
  ])
  expect(absencesWithin(known, { fromMs: s(170), untilMs: s(290) })).toEqual([])
  // Somebody is there, and says so within the next half second.
  const beating = { presences: seen([0, 499.6]), nowMs: s(500) }
  expect(absencesWithin(beating, { fromMs: s(50), untilMs: s(500) })).toEqual([])
})
