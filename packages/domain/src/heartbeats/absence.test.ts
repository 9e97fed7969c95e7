import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createExtension, presenceLeaseMs } from './absence.ts'
import { defaultExpectation } from './heartbeat-rules.ts'
import { advance, type Heartbeat, newHeartbeat, receive } from './state-machine.ts'

const s = (seconds: number) => seconds * 1000
const present = (...spans: [from: number, until: number][]) =>
  spans.map(([from, until]) => ({ fromMs: s(from), untilMs: s(until) }))
const extended = (spans: [number, number][], from: number, deadline: number, now: number) =>
  createExtension(present(...spans), s(now))(s(from), s(deadline)) / 1000

describe('a deadline', () => {
  it('is what it was where somebody could always take a signal', () => {
    expect(
      extended(
        [
          [0, 100],
          [50, 1000],
        ],
        10,
        200,
        500,
      ),
    ).toBe(200)
    expect(extended([], 10, 200, 500)).toBe(200)
  })
  it('is later by the time in which nobody could, and by the time in which a process may have been gone already', () => {
    expect(
      extended(
        [
          [0, 100],
          [160, 1000],
        ],
        10,
        200,
        500,
      ),
    ).toBe(200 + 60 + 10)
  })
  it('is later by what of an absence comes after the signal before', () => {
    expect(
      extended(
        [
          [0, 100],
          [160, 1000],
        ],
        130,
        200,
        500,
      ),
    ).toBe(230)
    expect(
      extended(
        [
          [0, 100],
          [160, 1000],
        ],
        160,
        200,
        500,
      ),
    ).toBe(200)
  })
  it('is not moved by an absence after it, but by one that follows in the time that it is moved by', () => {
    expect(
      extended(
        [
          [0, 300],
          [400, 1000],
        ],
        10,
        200,
        500,
      ),
    ).toBe(200)
    expect(
      extended(
        [
          [0, 100],
          [190, 260],
          [300, 1000],
        ],
        10,
        200,
        500,
      ),
    ).toBe(200 + 100 + 50)
  })
  it('is later by no more than that where a process has said that it ends', () => {
    const spans = [{ fromMs: 0, untilMs: s(100), isEnded: true }, ...present([160, 1000])]
    expect(createExtension(spans, s(500))(s(10), s(200))).toBe(s(200 + 60))
    expect(createExtension(spans, s(500))(s(10), s(95))).toBe(s(95))
  })
  it('is later by each time once where a process was there for a moment', () => {
    expect(
      extended(
        [
          [0, 100],
          [150, 152],
          [190, 1000],
        ],
        10,
        200,
        500,
      ),
    ).toBe(200 + 60 + 40)
  })
  it('goes on moving while nobody is there', () => {
    expect(extended([[0, 100]], 10, 200, 300)).toBeGreaterThan(300)
  })
  it('is never earlier, and moved by no more than the absence and the lease of each', () => {
    const spans = fc.array(fc.tuple(fc.nat({ max: 1000 }), fc.nat({ max: 300 })), { maxLength: 8 })
    fc.assert(
      fc.property(spans, fc.nat({ max: 1000 }), fc.nat({ max: 1000 }), (given, from, length) => {
        const own = given.map(([start, duration]): [number, number] => [start, start + duration])
        const deadline = from + length
        const moved = extended(own, from, deadline, 2000) - deadline
        expect(moved).toBeGreaterThanOrEqual(0)
        expect(moved).toBeLessThanOrEqual(2000 + (own.length * presenceLeaseMs) / 1000)
      }),
    )
  })
})

it('a heartbeat is not down while nobody could take its signal, and its alert says for how long', () => {
  const expectation = { ...defaultExpectation, everySeconds: 60, graceSeconds: 0 }
  const up = receive(
    newHeartbeat(0, 'NEW'),
    { expectation, isLateWatched: false },
    {
      kind: 'SUCCESS',
      atMs: 0,
      runId: null,
      exitCode: null,
    },
  ).heartbeat
  const look = (heartbeat: Heartbeat, now: number) =>
    advance(
      heartbeat,
      { expectation, isLateWatched: false, extend: createExtension(present([0, 50], [110, 9000]), s(now)) },
      s(now),
    )
  expect(look(up, 61).events).toEqual([])
  expect(look(up, 129).events).toEqual([])
  expect(look(up, 131).events).toMatchObject([{ kind: 'FAILURE', atMs: s(130), change: { absenceMs: s(70) } }])
})
