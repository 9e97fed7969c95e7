import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'
import { plans } from '@knockwire/domain/plans/plans'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { Plan } from '@knockwire/domain/plans/plan'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countOne, readCounts, fixedWindow } from './rate-window.ts'
import { claimUsageNotice, countUsage, findUnnotified, findUsedUp, readUsage } from './usage.ts'

let database: TestDatabase
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(() => database.close())

const noon = Date.UTC(2026, 0, 31, 12)
const usageOf = (accountId: string, plan: Plan, nowMs = noon) =>
  ({ kind: 'email', accountId, limits: plans[plan], nowMs }) as const
const count = async (usage: ReturnType<typeof usageOf>, times: number) => {
  for (let one = 0; one < times; one += 1) await countUsage(database.db, usage)
}

it('usage is used up once the plan’s period has as many as the plan has', async () => {
  const [full, almost, unused, none] = ['FREE', 'FREE', 'FREE', 'FREE'].map((plan) => usageOf(uuidv7(), plan as Plan))
  if (!full || !almost || !unused || !none) return expect.fail()
  await count(full, 20)
  await count(almost, 19)
  const texts = { ...none, kind: 'sms' } as const
  expect(await findUsedUp(database.db, [full, almost, unused, texts])).toEqual([full, texts])
  expect(await findUsedUp(database.db, [{ ...full, limits: plans.HOBBY }])).toEqual([])
  expect(await findUsedUp(database.db, [{ ...full, nowMs: noon + 86_400_000 }])).toEqual([])
  expect(await findUsedUp(database.db, [])).toEqual([])
  expect(await readUsage(database.db, almost)).toBe(19)
})

it('a notice that usage is used up is claimed once a period, for each account and kind', async () => {
  const [one, other] = [usageOf(uuidv7(), 'FREE'), usageOf(uuidv7(), 'FREE')]
  const texts = { ...one, kind: 'sms' } as const
  expect(await findUnnotified(database.db, [one, other, texts])).toEqual([one, other, texts])
  const claims = await Promise.all(Array.from({ length: 5 }, () => claimUsageNotice(database.db, one)))
  expect(claims.filter(Boolean)).toHaveLength(1)
  expect(await findUnnotified(database.db, [one, other, texts])).toEqual([other, texts])
  expect(await claimUsageNotice(database.db, { ...one, nowMs: noon + 86_400_000 })).toBe(true)
  expect(await readUsage(database.db, one)).toBe(0)
})

it('counts of many keys are read in the order in which they are asked for', async () => {
  const window = fixedWindow(noon, 60_000)
  const [a, b] = [uuidv7(), uuidv7()]
  for (const key of [a, b, b]) await countOne(database.db, { key, window, limit: 5 })
  const later = fixedWindow(noon + 60_000, 60_000)
  expect(
    await readCounts(database.db, [
      { key: b, window },
      { key: 'unknown', window },
      { key: a, window },
      { key: a, window: later },
    ]),
  ).toEqual([2, 0, 1, 0])
  expect(await readCounts(database.db, [])).toEqual([])
})
