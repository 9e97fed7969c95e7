import { deferredDecisions } from '@knockwire/db/schema/executions'
import { isNull } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import type { RunResult } from '../run/run.ts'
import { seedExecutions, untilEnded } from '../testing/history.ts'
import { onDemand } from '../testing/run-now.ts'
import { deliveriesOf, seedAccount, seedNotification, seedTask, textTo } from '../testing/rows/seed.ts'
import { startTarget } from '../testing/peers/target.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'
import { createTestRunWorker, queueJob } from '../testing/test-run-worker.ts'
import { startDeferredDecisions } from './deferred/deferred-decisions.ts'
import { loadRules } from './rules.ts'
import { openRunConditions } from './start-conditions.ts'

const { db, url, stopAfter } = await useTestDatabase()
const target = await startTarget()
stopAfter(target.close)
const { context, close } = await createTestContext(url)
stopAfter(close)
const { id: accountId } = await seedAccount(db)

const code = { source: 'response_code', comparison: 'number_equal_to' } as const
const watchTask = async (taskId: string, rightValue: number) =>
  seedNotification(db, { accountId, taskId, setting: textTo('+16045550199'), condition: { ...code, rightValue } })

const undecided = (rightValue: number) => ({
  description: `Could not be decided because of an error on this server: Status code equals ${rightValue}`,
  value: null,
})

describe('a run whose result cannot be recorded', () => {
  /** Makes a call that answers 500; recording fails for the results for which `isBroken` says so. */
  const runWith = async (path: string, isBroken: (result: RunResult) => boolean) => {
    vi.spyOn(context.log, 'error')
    target.on(path, ({ response }) => response.writeHead(500).end('{"a":1}'))
    const taskId = await seedTask(db, { accountId, uri: target.origin + path, schedule: onDemand })
    const met = await watchTask(taskId, 500)
    const unmet = await watchTask(taskId, 200)
    const conditions = openRunConditions(context)
    const worker = createTestRunWorker(context, {
      conditions: {
        ...conditions,
        decide: (client, runs) => {
          if (runs.some(({ result }) => isBroken(result))) throw new TypeError('not a function')
          return conditions.decide(client, runs)
        },
      },
    })
    worker.accept([await queueJob(context, [{ accountId, taskId }])])
    expect(await untilEnded(db, taskId)).toMatchObject([{ status: 'FAILED', errorCode: 'INTERNAL' }])
    return { met: await deliveriesOf(db, met), unmet: await deliveriesOf(db, unmet) }
  }

  it.each<[string, (result: RunResult) => boolean]>([
    ['/response', ({ outcome }) => outcome.status === 'SUCCEEDED'],
    ['/request', ({ outcome, sent }) => outcome.status === 'SUCCEEDED' || sent !== null],
  ])('has its conditions decided on what the call came to (%s)', async (path, isBroken) => {
    const { met, unmet } = await runWith(path, isBroken)
    expect(met).toMatchObject([{ occasion: 'HOLDS', verdict: { description: 'Status code equals 500', value: 500 } }])
    expect(unmet).toEqual([])
  })

  it('notifies that its conditions could not be decided where that is what fails', async () => {
    const { met, unmet } = await runWith(
      '/decision',
      ({ outcome, known }) => outcome.status === 'SUCCEEDED' || known !== undefined,
    )
    expect(met).toMatchObject([{ occasion: 'HOLDS', verdict: undecided(500) }])
    expect(unmet).toMatchObject([{ occasion: 'HOLDS', verdict: undecided(200) }])
  })
})

it('a deferred decision that is given up notifies that it could not be made', async () => {
  vi.spyOn(context.log, 'error')
  const taskId = await seedTask(db, { accountId, uri: 'https://example.com/', schedule: onDemand })
  const condition = { ...code, comparison: 'any' } as const
  const id = await seedNotification(db, { accountId, taskId, setting: textTo('+16045550199'), condition })
  const [executionId = ''] = await seedExecutions(db, { accountId, taskId, agesMs: [1000] })
  const { pool } = context.database
  const rules = (await loadRules(pool, [taskId])).get(taskId) ?? []
  const ruleVersions = Object.fromEntries(rules.map(({ notificationId, version }) => [notificationId, version]))
  await db.insert(deferredDecisions).values({ executionId, taskId, accountId, ruleVersions })
  const given: unknown[] = []
  const decisions = startDeferredDecisions({
    context,
    rulesOf: async () => rules,
    previousRunOf: async () => null,
    writeDecided: () => Promise.reject(new TypeError('not a function')),
    writeUndecided: async (_client, all) =>
      void given.push(...all.flatMap((one) => one.rules.map(({ notificationId }) => notificationId))),
    wakeDeliveries: () => {},
  })
  stopAfter(decisions.stop)
  /** As if the seconds between two attempts were over. */
  const left = async () => {
    await db.update(deferredDecisions).set({ leasedUntil: null }).where(isNull(deferredDecisions.leasedBy))
    decisions.wake()
    return db.$count(deferredDecisions)
  }
  await expect.poll(left, { timeout: 20_000 }).toBe(0)
  expect(given).toEqual([id])
})
