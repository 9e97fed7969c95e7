import { deferredDecisions } from '@knockwire/db/schema/executions'
import { isNull } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import type { RunIds } from '../log-ids.ts'
import { seedExecutions } from '../testing/history.ts'
import { onDemand } from '../testing/run-now.ts'
import { seedAccount, seedTask } from '../testing/rows/seed.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'
import { startDeferredDecisions } from './deferred/deferred-decisions.ts'

const { db, url, stopAfter } = await useTestDatabase()

it('a deferred decision that fails ten times is given up and logged, and the next one of its account is made', async () => {
  const { context, close } = await createTestContext(url)
  stopAfter(close)
  const error = vi.spyOn(context.log, 'error')
  const { id: accountId } = await seedAccount(db)
  const taskId = await seedTask(db, { accountId, uri: 'https://example.com/', schedule: onDemand })
  const [bad = '', next = ''] = await seedExecutions(db, { accountId, taskId, agesMs: [2000, 1000] })
  await db.insert(deferredDecisions).values([bad, next].map((executionId) => ({ executionId, taskId, accountId })))
  const decided: string[] = []
  const decisions = startDeferredDecisions({
    context,
    rulesOf: async ({ executionId }: RunIds) => {
      if (executionId === bad) throw new TypeError('not a function')
      return []
    },
    previousRunOf: async () => null,
    writeDecided: async () => {},
    writeUndecided: async () => {},
    wakeDeliveries: () => {},
    onDecidedLater: ({ executionId }) => void decided.push(executionId),
  })
  stopAfter(decisions.stop)
  /** As if the seconds between two attempts were over. */
  const left = async () => {
    await db.update(deferredDecisions).set({ leasedUntil: null }).where(isNull(deferredDecisions.leasedBy))
    decisions.wake()
    return db.$count(deferredDecisions)
  }
  await expect.poll(left, { timeout: 20_000 }).toBe(0)
  const failures = error.mock.calls.map(([event]) => event)
  const failure = { executionId: bad, taskId, accountId, err: expect.any(TypeError) }
  expect(failures).toEqual(Array.from({ length: 10 }, (_, n) => expect.objectContaining({ ...failure, count: n + 1 })))
  expect(decided).toEqual([next])
})
