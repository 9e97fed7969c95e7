import { describe, expect, it } from 'vitest'
import { Admission } from './admission.ts'

const fill = (admission: Admission<string>, accountId: string, count: number) => {
  for (let n = 0; n < count; n += 1) admission.wait(accountId, accountId)
}

const countOf = (items: string[], accountId: string) => items.filter((item) => item === accountId).length

describe('admission', () => {
  it('gives one account a quarter of the slots at most, however much of it waits', () => {
    const admission = new Admission<string>({ concurrency: 100 })
    fill(admission, 'greedy', 500)
    expect(admission.admit()).toHaveLength(25)
    expect(admission.admit()).toEqual([])
    expect(admission.waiting).toBe(475)
  })

  it('starts the accounts in turn', () => {
    const admission = new Admission<string>({ concurrency: 6 })
    fill(admission, 'a', 3)
    fill(admission, 'b', 3)
    expect(admission.admit()).toEqual(['a', 'b', 'a', 'b', 'a', 'b'])
  })

  it('starts the first calls of a fresh account even where others hold every slot', () => {
    const admission = new Admission<string>({ concurrency: 100 })
    for (const account of ['a', 'b', 'c', 'd']) fill(admission, account, 100)
    admission.admit()
    expect(admission.underWay).toBe(100)
    fill(admission, 'fresh', 50)
    expect(countOf(admission.admit(), 'fresh')).toBe(4)
    admission.end('fresh')
    expect(countOf(admission.admit(), 'fresh')).toBe(1)
  })

  it('never has more than twice the slots under way', () => {
    const admission = new Admission<string>({ concurrency: 10 })
    for (let n = 0; n < 100; n += 1) fill(admission, `account ${n}`, 1)
    expect(admission.admit()).toHaveLength(20)
  })

  describe('of calls that hold much', () => {
    const mebibyte = 1024 * 1024
    const fillBytes = (admission: Admission<string>, accountId: string, count: number, bytes = mebibyte) => {
      for (let n = 0; n < count; n += 1) admission.wait(accountId, accountId, bytes)
    }

    it('gives one account a quarter of the memory at most, and what ends makes room', () => {
      const admission = new Admission<string>({ concurrency: 100, maxBytes: 40 * mebibyte })
      fillBytes(admission, 'greedy', 50)
      expect(admission.admit()).toHaveLength(10)
      expect(admission.bytes).toBe(10 * mebibyte)
      admission.end('greedy', mebibyte)
      expect(admission.admit()).toHaveLength(1)
    })

    it('starts the first call of a fresh account, and some small ones, even where others hold all of the memory', () => {
      const admission = new Admission<string>({ concurrency: 100, maxBytes: 40 * mebibyte })
      for (const account of ['a', 'b', 'c', 'd']) fillBytes(admission, account, 50)
      expect(admission.admit()).toHaveLength(40)
      fillBytes(admission, 'large', 5)
      fillBytes(admission, 'small', 50, 1000)
      const admitted = admission.admit()
      expect([countOf(admitted, 'large'), countOf(admitted, 'small')]).toEqual([1, 4])
    })

    it('never holds more than twice the memory, and starts one that is larger than its share alone', () => {
      const admission = new Admission<string>({ concurrency: 100, maxBytes: 4 * mebibyte })
      for (let n = 0; n < 100; n += 1) fillBytes(admission, `account ${n}`, 1)
      expect(admission.admit()).toHaveLength(8)
      const other = new Admission<string>({ concurrency: 100, maxBytes: 4 * mebibyte })
      fillBytes(other, 'a', 2, 3 * mebibyte)
      expect(other.admit()).toHaveLength(1)
    })
  })

  it('takes out what matches, and does not start it afterwards', () => {
    const admission = new Admission<string>({ concurrency: 100 })
    fill(admission, 'a', 2)
    fill(admission, 'b', 2)
    admission.remove((item) => item === 'a')
    expect(admission.admit()).toEqual(['b', 'b'])
    expect(admission.waiting).toBe(0)
  })
})
