import { notifications } from '@knockwire/db/schema/notifications'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { defaultCondition } from '@knockwire/domain/conditions/condition-rules'
import type { Firing } from '@knockwire/domain/notifications/firing'
import { defaultFiring } from '@knockwire/domain/notifications/firing-rules'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RunResult } from '../run/run.ts'
import { seedAccount, seedNotification, seedTask, textTo } from '../testing/rows/seed.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'
import { inTransaction } from '@knockwire/db/transaction'
import { createRunConditions } from './run-conditions.ts'
import { loadRules } from './rules.ts'

const { db, url, stopAfter } = await useTestDatabase()
let context: Awaited<ReturnType<typeof createTestContext>>['context']
beforeAll(async () => {
  const opened = await createTestContext(url)
  stopAfter(opened.close)
  context = opened.context
})

type Edit = Partial<typeof notifications.$inferInsert>

const failedRun = (taskId: string, accountId: string): RunResult => ({
  executionId: uuidv7(),
  taskId,
  accountId,
  trigger: 'SCHEDULE',
  attempt: uuidv7(),
  dueMs: 0,
  startedMs: null,
  sent: { kind: 'own', json: JSON.stringify({ uri: 'http://127.0.0.1/', method: 'GET', headers: [], body: null }) },
  outcome: { status: 'FAILED', code: 'TIMEOUT', message: 'No answer came.', responseTimeMs: null },
})

/** What the notification reports of a failed execution where it is edited before that is recorded. */
const notifiesAfter = async (edit: Edit | 'delete', firing: Firing) => {
  const { id: accountId } = await seedAccount(db)
  const taskId = await seedTask(db, { accountId, uri: 'http://127.0.0.1/' })
  const condition = { comparison: 'is_null' } as const
  const id = await seedNotification(db, { accountId, taskId, setting: textTo('+16045550199'), condition, firing })
  const { pool } = context.database
  const notified: unknown[] = []
  const conditions = createRunConditions({
    sandbox: context.sandbox,
    rulesOf: async () => (await loadRules(pool, [taskId])).get(taskId) ?? [],
    previousRunOf: async () => null,
    writeDecided: async (_client, decided) => void notified.push(...decided.map(({ decision }) => decision.occasion)),
    wakeDeliveries: () => {},
    wakeDeferred: () => {},
    writeUndecided: async () => {},
  })
  const result = failedRun(taskId, accountId)
  const toDecide = await conditions.read(result)
  const updatedAt = new Date(Date.now() + 1000)
  if (edit === 'delete') await db.delete(notifications).where(eq(notifications.id, id))
  else
    await db
      .update(notifications)
      .set({ ...edit, updatedAt })
      .where(eq(notifications.id, id))
  if (toDecide === null) throw new Error('There is nothing to decide.')
  await inTransaction(pool, (client) => conditions.decide(client, [{ result, toDecide }]))
  return notified
}

describe.each<[string, Firing]>([
  ['that remembers nothing', defaultFiring],
  ['that remembers', { ...defaultFiring, mode: 'ON_START', notifyOnRecovery: true, afterInARow: 1 }],
])('a notification %s, edited while an execution ends', (_what, firing) => {
  it.each<[string, Edit]>([
    ['its text', { setting: textTo('+16045550199', 'Look at this.') }],
    ['whom it notifies', { setting: textTo('+16045550123') }],
  ])('a failed run notifies where %s is another', async (_part, edit) => {
    expect(await notifiesAfter(edit, firing)).toEqual(['HOLDS'])
  })

  it.each<[string, Edit | 'delete']>([
    ['its condition is another', { condition: { ...defaultCondition, rightValue: 404 } }],
    ['it notifies at other times', { firing: { ...defaultFiring, afterInARow: 5 } }],
    ['it is deleted', 'delete'],
  ])('a failed run does not notify where %s', async (_part, edit) => {
    expect(await notifiesAfter(edit, firing)).toEqual([])
  })
})
