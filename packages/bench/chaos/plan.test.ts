import { describe, expect, it } from 'vitest'
import { planOf, subjects } from './plan.ts'

const minute = 60_000

describe('the plan of a chaos run', () => {
  it('is the same for the same seed and length, and another for another seed', () => {
    expect(planOf(7, minute)).toEqual(planOf(7, minute))
    expect(planOf(7, minute).faults).not.toEqual(planOf(8, minute).faults)
    expect(planOf(7, minute).actions).not.toEqual(planOf(8, minute).actions)
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
    expect(new Set(faults.map(({ subject, kind }) => `${subject} ${kind}`)).size).toBe(18)
    expect(new Set(actions.map(({ kind }) => kind)).size).toBe(6)
  })
})
