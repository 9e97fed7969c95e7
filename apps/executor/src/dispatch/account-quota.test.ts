import { describe, expect, it } from 'vitest'
import { AccountQuota } from './account-quota.ts'

const due = (...accountIds: string[]) => accountIds.map((accountId) => ({ accountId }))

describe('account quota', () => {
  it('lets each account have what it has left, and blocks those that runs more', () => {
    const quota = new AccountQuota(4)
    const runs = due('a', 'a', 'b', 'a', 'b')
    expect(quota.admit(runs, new Map([['a', 2]]))).toEqual(due('a', 'a', 'b', 'b'))
    expect(quota.blocked()).toEqual(['a'])
  })

  it('unblocks an account when a quarter of its quota has ended, or after a second', () => {
    let now = 0
    const quota = new AccountQuota(8, () => now)
    const full = new Map([
      ['a', 8],
      ['b', 8],
    ])
    quota.admit(due('a', 'b'), full)
    quota.onEnded(['a', 'b'])
    expect(quota.blocked()).toEqual(['a', 'b'])
    quota.onEnded(['a', 'c'])
    expect(quota.blocked()).toEqual(['b'])
    now = 1001
    expect(quota.blocked()).toEqual([])
  })

  it('counts accounts with much due each time, and all of them once a second', () => {
    let now = 0
    const quota = new AccountQuota(40, () => now)
    const runs = due('a', 'b', 'b', 'b')
    expect(quota.toCount(runs)).toEqual(['a', 'b'])
    expect(quota.toCount(runs)).toEqual(['b'])
    now = 1000
    expect(quota.toCount(runs)).toEqual(['a', 'b'])
  })
})
