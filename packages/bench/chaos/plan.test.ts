import { describe, expect, it } from 'vitest'
import { heartbeats } from './heartbeats/plan-signals.ts'
import { planOf, subjects } from './plan.ts'

const minute = 60_000

describe('the plan of a chaos run', () => {
  it('is the same for the same seed and length, and another for another seed', () => {
    expect(planOf(7, minute)).toEqual(planOf(7, minute))
    expect(planOf(7, minute).faults).not.toEqual(planOf(8, minute).faults)
    expect(planOf(7, minute).actions).not.toEqual(planOf(8, minute).actions)
    expect(planOf(7, minute).signals).not.toEqual(planOf(8, minute).signals)
  })

  it.each([1, 2, 3, 4, 5])('of seed %d has one fault a subject at a time, all of them over in time', (seed) => {
    const { faults } = planOf(seed, 10 * minute)
    expect(faults.length).toBeGreaterThan(50)
    for (const subject of subjects) {
      const own = faults.filter((fault) => fault.subject === subject)
      for (const [index, { atMs, forMs }] of own.entries()) {
        expect(atMs + forMs).toBeLessThanOrEqual(10 * minute)
        expect(own[index + 1]?.atMs ?? Infinity).toBeGreaterThan(atMs + forMs)
      }
    }
  })

  it('has every kind of fault and of action in ten minutes', () => {
    const { faults, actions } = planOf(1, 10 * minute)
    expect(new Set(faults.map(({ subject, kind }) => `${subject} ${kind}`)).size).toBe(19)
    expect(new Set(actions.map(({ kind }) => kind)).size).toBe(6)
  })

  it('has signals of every kind, exit codes, runs that overlap, and silences of each heartbeat', () => {
    const { signals } = planOf(1, 10 * minute)
    const all = signals.flat()
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(['SUCCESS', 'START', 'FAIL', 'UNMET']))
    expect(new Set(all.map(({ exitCode }) => exitCode))).toEqual(new Set([null, 0, 1, 255]))
    const starts = signals.flatMap((own) =>
      own.map(({ kind }, index) => kind === 'START' && own[index + 1]?.kind === 'START'),
    )
    expect(starts.filter(Boolean).length).toBeGreaterThan(20)
    for (const [index, { everySeconds, graceSeconds }] of heartbeats.entries()) {
      const own = signals[index] ?? []
      const allowedMs = ((everySeconds ?? 60) + graceSeconds) * 1000
      const silences = own.filter(({ atMs }, at) => (own[at + 1]?.atMs ?? atMs) - atMs > allowedMs)
      expect(silences.length, `heartbeat ${index}`).toBeGreaterThan(0)
    }
  })
})
