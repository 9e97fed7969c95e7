import { describe, expect, it } from 'vitest'
import { Admission } from './admission.ts'

const fill = (admission: Admission<string>, accountId: string, count: number) => {
  for (let n = 0; n < count; n += 1) admission.wait(accountId, accountId)
}

const countOf = (items: string[], accountId: string) => items.filter((item) => item === accountId).length

describe('admission', () => {
  it('gives one account a quarter of the slots at most, however much of it waits', () => {
    const admission = new Admission<string>(100)
    fill(admission, 'greedy', 500)
    expect(admission.admit()).toHaveLength(25)
    expect(admission.admit()).toEqual([])
    expect(admission.waiting).toBe(475)
  })

  it('starts the accounts in turn', () => {
    const admission = new Admission<string>(6)
    fill(admission, 'a', 3)
    fill(admission, 'b', 3)
    expect(admission.admit()).toEqual(['a', 'b', 'a', 'b', 'a', 'b'])
  })

  it('starts the first calls of a fresh account even where others hold every slot', () => {
    const admission = new Admission<string>(100)
    for (const account of ['a', 'b', 'c', 'd']) fill(admission, account, 100)
    admission.admit()
    expect(admission.underWay).toBe(100)
    fill(admission, 'fresh', 50)
    expect(countOf(admission.admit(), 'fresh')).toBe(4)
    admission.end('fresh')
    expect(countOf(admission.admit(), 'fresh')).toBe(1)
  })

  it('never has more than twice the slots under way', () => {
    const admission = new Admission<string>(10)
    for (let n = 0; n < 100; n += 1) fill(admission, `account ${n}`, 1)
    expect(admission.admit()).toHaveLength(20)
  })

  it('takes out what matches, and does not start it afterwards', () => {
    const admission = new Admission<string>(100)
    fill(admission, 'a', 2)
    fill(admission, 'b', 2)
    admission.remove((item) => item === 'a')
    expect(admission.admit()).toEqual(['b', 'b'])
    expect(admission.waiting).toBe(0)
  })
})
