import { describe, expect, it } from 'vitest'
import { ClientBound } from './client-bound.ts'

const boundOf = () => {
  const clock = { nowMs: 0 }
  return { clock, bound: new ClientBound({ atOnce: 2, guessesPerMinute: 3, now: () => clock.nowMs }) }
}

describe('a client', () => {
  it('may guess so often in a minute, by its network, and again after it', () => {
    const { bound, clock } = boundOf()
    const guess = (address: string) => bound.noteGuess(address)
    expect([guess('192.0.2.1'), guess('192.0.2.1'), guess('::ffff:192.0.2.1')]).toEqual([0, 0, 0])
    clock.nowMs = 10_000
    expect(guess('192.0.2.1')).toBe(50_000)
    expect(guess('192.0.2.2')).toBe(0)
    clock.nowMs = 60_000
    expect(guess('192.0.2.1')).toBe(0)
    expect([1, 2, 3].map((n) => guess(`2001:db8::${n}`))).toEqual([0, 0, 0])
    expect(guess('2001:db8::9')).toBeGreaterThan(0)
  })

  it('keeps so much work in flight at once, and others as much', async () => {
    const { bound } = boundOf()
    const ends: (() => void)[] = []
    const work = () => new Promise<string>((resolve) => ends.push(() => resolve('done')))
    const first = [bound.follow('192.0.2.1', work), bound.follow('192.0.2.1', work)]
    expect(await bound.follow('192.0.2.1', work)).toBeNull()
    const other = bound.follow('192.0.2.2', work)
    for (const end of ends) end()
    expect(await Promise.all([...first, other])).toEqual(['done', 'done', 'done'])
    expect(await bound.follow('192.0.2.1', async () => 'again')).toBe('again')
  })

  it('has its place back where the work fails', async () => {
    const { bound } = boundOf()
    for (let n = 0; n < 3; n += 1)
      await expect(bound.follow('192.0.2.1', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  })
})
