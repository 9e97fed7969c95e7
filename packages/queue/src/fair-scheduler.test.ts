import { describe, expect, it } from 'vitest'
import { FairScheduler } from './fair-scheduler.ts'

const fill = (scheduler: FairScheduler<string>, accountId: string, count: number) => {
  for (let n = 0; n < count; n += 1) scheduler.enqueue(accountId, accountId)
}

const countOf = (items: string[], accountId: string) => items.filter((item) => item === accountId).length

describe('fair scheduler', () => {
  it('one account gets a quarter of the slots at most, however many of its items wait', () => {
    const scheduler = new FairScheduler<string>({ concurrency: 100 })
    fill(scheduler, 'greedy', 500)
    expect(scheduler.admit()).toHaveLength(25)
    expect(scheduler.admit()).toEqual([])
    expect(scheduler.waiting).toBe(475)
  })

  it('the accounts take turns', () => {
    const scheduler = new FairScheduler<string>({ concurrency: 6 })
    fill(scheduler, 'a', 3)
    fill(scheduler, 'b', 3)
    expect(scheduler.admit()).toEqual(['a', 'b', 'a', 'b', 'a', 'b'])
  })

  it('the first items of a new account start even where others hold every slot', () => {
    const scheduler = new FairScheduler<string>({ concurrency: 100 })
    for (const account of ['a', 'b', 'c', 'd']) fill(scheduler, account, 100)
    scheduler.admit()
    expect(scheduler.inFlight).toBe(100)
    fill(scheduler, 'new', 50)
    expect(countOf(scheduler.admit(), 'new')).toBe(4)
    scheduler.release('new')
    expect(countOf(scheduler.admit(), 'new')).toBe(1)
  })

  it('at most twice as many items as slots are in flight', () => {
    const scheduler = new FairScheduler<string>({ concurrency: 10 })
    for (let n = 0; n < 100; n += 1) fill(scheduler, `account ${n}`, 1)
    expect(scheduler.admit()).toHaveLength(20)
  })

  describe('with a memory limit', () => {
    const mebibyte = 1024 * 1024
    const fillBytes = (scheduler: FairScheduler<string>, accountId: string, count: number, bytes = mebibyte) => {
      for (let n = 0; n < count; n += 1) scheduler.enqueue(accountId, accountId, bytes)
    }

    it('one account gets a quarter of the memory at most, and a released item makes room', () => {
      const scheduler = new FairScheduler<string>({ concurrency: 100, maxBytes: 40 * mebibyte })
      fillBytes(scheduler, 'greedy', 50)
      expect(scheduler.admit()).toHaveLength(10)
      expect(scheduler.bytes).toBe(10 * mebibyte)
      scheduler.release('greedy', mebibyte)
      expect(scheduler.admit()).toHaveLength(1)
    })

    it('the first item of a new account, and a few small ones, start even where others hold all of the memory', () => {
      const scheduler = new FairScheduler<string>({ concurrency: 100, maxBytes: 40 * mebibyte })
      for (const account of ['a', 'b', 'c', 'd']) fillBytes(scheduler, account, 50)
      expect(scheduler.admit()).toHaveLength(40)
      fillBytes(scheduler, 'large', 5)
      fillBytes(scheduler, 'small', 50, 1000)
      const admitted = scheduler.admit()
      expect([countOf(admitted, 'large'), countOf(admitted, 'small')]).toEqual([1, 4])
    })

    it('at most twice the memory is used, and an item larger than its share starts alone', () => {
      const scheduler = new FairScheduler<string>({ concurrency: 100, maxBytes: 4 * mebibyte })
      for (let n = 0; n < 100; n += 1) fillBytes(scheduler, `account ${n}`, 1)
      expect(scheduler.admit()).toHaveLength(8)
      const other = new FairScheduler<string>({ concurrency: 100, maxBytes: 4 * mebibyte })
      fillBytes(other, 'a', 2, 3 * mebibyte)
      expect(other.admit()).toHaveLength(1)
    })
  })

  it('what an account has in flight counts for its share, also once nothing of it waits', () => {
    const scheduler = new FairScheduler<string>({ concurrency: 100 })
    fill(scheduler, 'a', 25)
    expect(scheduler.admit()).toHaveLength(25)
    fill(scheduler, 'a', 5)
    expect(scheduler.admit()).toEqual([])
    scheduler.release('a')
    expect(scheduler.admit()).toEqual(['a'])
  })

  it('released items leave nothing in flight, of any account', () => {
    const scheduler = new FairScheduler<string>({ concurrency: 100, maxBytes: 1000 })
    for (const account of ['a', 'b']) scheduler.enqueue(account, account, 100)
    scheduler.admit()
    for (const account of ['a', 'b']) scheduler.release(account, 100)
    expect([scheduler.inFlight, scheduler.bytes, scheduler.waiting]).toEqual([0, 0, 0])
  })

  it('an account whose item cannot start yet does not stop the others', () => {
    const scheduler = new FairScheduler<string>({ concurrency: 16 })
    fill(scheduler, 'a', 5)
    scheduler.admit()
    fill(scheduler, 'b', 1)
    expect(scheduler.admit()).toEqual(['b'])
    expect(scheduler.waiting).toBe(1)
  })

  it('an account that may use its reserved slots again waits behind those that could before', () => {
    const scheduler = new FairScheduler<string>({ concurrency: 4 })
    for (const account of ['a', 'b']) fill(scheduler, account, 8)
    expect(scheduler.admit()).toEqual(['a', 'b', 'a', 'b', 'a', 'b', 'a', 'b'])
    fill(scheduler, 'c', 8)
    scheduler.release('a')
    expect(scheduler.admit()).toEqual(['c'])
  })

  it('admitting an item takes at most some times as long with a hundred times as many accounts waiting', () => {
    const turns = 8000
    /** Milliseconds for so many items that are released one by one, each followed by the next. */
    const measure = (accounts: number) => {
      const scheduler = new FairScheduler<string>({ concurrency: 1000 })
      for (let n = 0; n < 2 * turns; n += 1) fill(scheduler, `account ${n % accounts}`, 1)
      const inFlight = scheduler.admit()
      const startedAt = performance.now()
      for (let n = 0; n < turns; n += 1) {
        scheduler.release(inFlight[n] ?? '')
        inFlight.push(...scheduler.admit())
      }
      return performance.now() - startedAt
    }
    measure(20)
    // Whatever else the machine does makes a round slower, never faster.
    const rounds = Array.from({ length: 3 }, () => ({ few: measure(20), many: measure(2000) }))
    const least = (of: (round: { few: number; many: number }) => number) => Math.min(...rounds.map(of))
    expect(least(({ many }) => many) / least(({ few }) => few)).toBeLessThan(25)
  })

  it('items that were removed while others of their account are in flight make no room', () => {
    const scheduler = new FairScheduler<string>({ concurrency: 16 })
    fill(scheduler, 'a', 5)
    expect(scheduler.admit()).toHaveLength(4)
    scheduler.remove(() => true)
    fill(scheduler, 'a', 1)
    expect(scheduler.admit()).toEqual([])
  })

  it('removed items do not start', () => {
    const scheduler = new FairScheduler<string>({ concurrency: 100 })
    fill(scheduler, 'a', 2)
    fill(scheduler, 'b', 2)
    scheduler.remove((item) => item === 'a')
    expect(scheduler.admit()).toEqual(['b', 'b'])
    expect(scheduler.waiting).toBe(0)
  })
})
