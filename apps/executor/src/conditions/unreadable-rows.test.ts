import { uuidv7 } from '@knockwire/db/uuidv7'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { seedExecutions } from '../testing/history.ts'
import { onDemand } from '../testing/run-now.ts'
import { emailTo, seedAccount, seedNotification, seedTask } from '../testing/rows/seed.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'
import { tamperWith } from '../testing/test-run-worker.ts'
import { createPreviousRunLoader } from './observations.ts'
import { createRuleLoader } from './rules.ts'

describe('where what a run’s conditions need cannot be read', async () => {
  const { db, url, stopAfter } = await useTestDatabase()
  const { context, close } = await createTestContext(url)
  stopAfter(close)
  const { log, onError, secrets } = context
  const runs: { executionId: string; taskId: string; accountId: string; trigger: 'SCHEDULE' }[] = []

  /** Tasks that have a notification and have run once; the first one cannot be read. */
  beforeAll(async () => {
    const { id: accountId } = await seedAccount(db)
    for (let n = 0; n < 4; n += 1) {
      const taskId = await seedTask(db, { accountId, uri: 'https://example.com/', schedule: onDemand })
      await seedNotification(db, { accountId, taskId, setting: emailTo('ada@example.com') })
      await seedExecutions(db, { accountId, taskId, agesMs: [1000] })
      runs.push({ executionId: uuidv7(), taskId, accountId, trigger: 'SCHEDULE' })
    }
  })
  /** The database, but that it throws where one of the values names the first task. */
  const poolFailingAt = (name: string) =>
    tamperWith(context, name, {
      before: ({ values }) => {
        if (values?.some((list) => String(list).includes(runs[0]?.taskId ?? ''))) throw new TypeError('not a function')
      },
    }).database.pool

  it('one without rules is recorded and logged, and the rules of those beside it are read', async () => {
    const error = vi.spyOn(log, 'error')
    const rulesOf = createRuleLoader({ pool: poolFailingAt('load_rules'), log, onError })
    const rules = await Promise.all(runs.map((run) => rulesOf(run)))
    expect(rules.map(({ length }) => length)).toEqual([0, 1, 1, 1])
    const event = expect.objectContaining({ executionId: runs[0]?.executionId, err: expect.any(TypeError) })
    expect(error.mock.calls).toEqual([[event, 'notifications cannot be read']])
    error.mockRestore()
  })

  it('one counts as the first of its task and is logged, and the runs before those beside it are read', async () => {
    const error = vi.spyOn(log, 'error')
    const previousRunOf = createPreviousRunLoader({ pool: poolFailingAt('load_runs_before'), secrets, log, onError })
    const before = await Promise.all(runs.map((run) => previousRunOf(run, run.executionId)))
    expect(before.map((observation) => observation !== null)).toEqual([false, true, true, true])
    const event = expect.objectContaining({ executionId: runs[0]?.executionId, err: expect.any(TypeError) })
    expect(error.mock.calls).toEqual([[event, 'previous execution cannot be read']])
    error.mockRestore()
  })
})
