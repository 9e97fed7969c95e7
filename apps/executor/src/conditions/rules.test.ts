import { setTimeout as sleep } from 'node:timers/promises'
import type { ExecutionTrigger } from '@knockwire/domain/executions/execution'
import type pg from 'pg'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { batchingOfResults, createRuleLoader } from './rules.ts'

const createLoader = (batching?: ReturnType<typeof batchingOfResults>) => {
  const groups: unknown[] = []
  const query = async ({ values: [taskIds] }: { values: unknown[] }) => {
    groups.push(taskIds)
    return { rows: [] }
  }
  const pool = { query } as unknown as pg.Pool
  const onError = (error: Error) => {
    throw error
  }
  const rulesOf = createRuleLoader({ pool, ...(batching && { batching }), log: pino({ level: 'silent' }), onError })
  const load = async (taskId: string, trigger: ExecutionTrigger = 'SCHEDULE') =>
    await rulesOf({ executionId: taskId, taskId, accountId: 'a', trigger })
  return { groups, rulesOf: load }
}
const later = async () => await sleep(100, 'waited' as const)

it('the rules of one task are read at once, where a decision waits for them', async () => {
  const { rulesOf } = createLoader()
  expect(await Promise.race([rulesOf('1'), later()])).toEqual([])
})

it('those of results are read together, when enough have come or the first one has waited', async () => {
  const { rulesOf, groups } = createLoader(batchingOfResults(50))
  const first = rulesOf('1')
  expect(await Promise.race([first, later()])).toBe('waited')
  await Promise.all([first, rulesOf('2')])
  expect(groups).toHaveLength(1)
})

it('those of a test, for which its user waits, are read at once, with those that had waited', async () => {
  const { rulesOf, groups } = createLoader(batchingOfResults(50_000))
  const scheduled = rulesOf('1')
  expect(await Promise.race([rulesOf('2', 'TEST'), later()])).toEqual([])
  expect(await Promise.race([scheduled, later()])).toEqual([])
  expect(groups).toHaveLength(1)
})
