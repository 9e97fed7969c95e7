import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plans } from '@knockwire/domain/plans/plans'
import { calendarWindow, countOne, fixedWindow, readCount, takeTurn, uncountOne } from './rate-window.ts'
import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'
import { countUsage, readUsage, refundUsage } from './usage.ts'

const noon = Date.UTC(2026, 0, 31, 12)
const accountId = '01890000-0000-7000-8000-000000000001'

describe('counting in windows', () => {
  let test: TestDatabase
  beforeAll(async () => void (test = await createTestDatabase()))
  afterAll(() => test.close())

  const window = fixedWindow(noon, 60_000)

  it('lets exactly as many through as the limit says, of any number at once', async () => {
    const all = Array.from({ length: 60 }, () => countOne(test.db, { key: 'race', window, limit: 17 }))
    expect((await Promise.all(all)).filter(Boolean)).toHaveLength(17)
    expect(await readCount(test.db, { key: 'race', window })).toBe(17)
  })

  it('counts each key and each window separately', async () => {
    const limit = 1
    expect(await countOne(test.db, { key: 'a', window, limit })).toBe(true)
    expect(await countOne(test.db, { key: 'a', window, limit })).toBe(false)
    expect(await countOne(test.db, { key: 'b', window, limit })).toBe(true)
    expect(await countOne(test.db, { key: 'a', window: fixedWindow(noon + 60_000, 60_000), limit })).toBe(true)
  })

  it('lets nothing through where the limit is 0', async () => {
    expect(await countOne(test.db, { key: 'none', window, limit: 0 })).toBe(false)
    expect(await readCount(test.db, { key: 'none', window })).toBe(0)
  })

  it('takes back what was counted, never below nothing', async () => {
    await countOne(test.db, { key: 'back', window, limit: 5 })
    await uncountOne(test.db, { key: 'back', window })
    await uncountOne(test.db, { key: 'back', window })
    expect(await readCount(test.db, { key: 'back', window })).toBe(0)
  })

  it('counts nothing where the transaction that counted is undone', async () => {
    const undone = test.db.transaction(async (tx) => {
      await countOne(tx, { key: 'undone', window, limit: 5 })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await readCount(test.db, { key: 'undone', window })).toBe(0)
  })

  it('gives one turn in a while, of any number at once', async () => {
    const ask = (nowMs: number) => takeTurn(test.db, { key: 'turn', everyMs: 60_000, nowMs })
    expect((await Promise.all(Array.from({ length: 20 }, () => ask(noon)))).filter(Boolean)).toHaveLength(1)
    expect([await ask(noon + 59_999), await ask(noon + 60_000), await ask(noon + 60_001)]).toEqual([false, true, false])
  })
})

describe('usage of a plan', () => {
  let test: TestDatabase
  beforeAll(async () => void (test = await createTestDatabase()))
  afterAll(() => test.close())

  const free = { kind: 'email', accountId, limits: plans.FREE } as const

  it('lets exactly 20 emails a UTC day through on FREE, of 100 at once', async () => {
    const all = Array.from({ length: 100 }, () => countUsage(test.db, { ...free, nowMs: noon }))
    expect((await Promise.all(all)).filter(Boolean)).toHaveLength(20)
    expect(await readUsage(test.db, { ...free, nowMs: noon })).toBe(20)
    const midnight = Date.UTC(2026, 1, 1)
    expect(await readUsage(test.db, { ...free, nowMs: midnight - 1 })).toBe(20)
    expect(await readUsage(test.db, { ...free, nowMs: midnight })).toBe(0)
  })

  it('refunds what was not sent', async () => {
    const counted = { key: `usage:email:${accountId}:day`, startMs: Date.UTC(2026, 0, 31) }
    await refundUsage(test.db, counted)
    expect(await countUsage(test.db, { ...free, nowMs: noon })).toEqual(counted)
    expect(await countUsage(test.db, { ...free, nowMs: noon })).toBeNull()
  })

  it('keeps a day and a month apart that start at the same time', async () => {
    const firstOfMonth = Date.UTC(2026, 2, 1, 9)
    await countUsage(test.db, { ...free, nowMs: firstOfMonth })
    expect(await readUsage(test.db, { ...free, limits: plans.HOBBY, nowMs: firstOfMonth })).toBe(0)
  })

  it('allows no texts on FREE', async () => {
    expect(await countUsage(test.db, { ...free, kind: 'sms', nowMs: noon })).toBeNull()
  })
})

describe('fixed windows', () => {
  it.each([
    [0, 0],
    [59_999, 0],
    [60_000, 60_000],
    [125_000, 120_000],
  ])('of a minute, %i is in the one that begins at %i', (nowMs, startMs) => {
    expect(fixedWindow(nowMs, 60_000)).toEqual({ startMs, endMs: startMs + 60_000 })
  })
})

describe('calendar windows', () => {
  it.each([
    [Date.UTC(2026, 11, 31, 23, 59), 'day', '2026-12-31', '2027-01-01'],
    [Date.UTC(2026, 11, 31, 23, 59), 'month', '2026-12-01', '2027-01-01'],
    [Date.UTC(2028, 1, 29), 'month', '2028-02-01', '2028-03-01'],
  ] as const)('of %d, the %s runs from %s to %s', (nowMs, per, start, end) => {
    expect(calendarWindow(nowMs, per)).toEqual({ startMs: Date.parse(start), endMs: Date.parse(end) })
  })
})
