import { describe, expect, it } from 'vitest'
import { startDatabaseProxy } from '../testing/peers/database-proxy.ts'
import { startExecutorProcess } from '../testing/executor-process.ts'
import { scheduleOf, untilEnded } from '../testing/history.ts'
import { seedAccount, seedTask } from '../testing/rows/seed.ts'
import { startTarget } from '../testing/peers/target.ts'
import { useTestDatabase } from '../testing/test-executor.ts'
import { watchInvariants } from '../testing/watch-invariants.ts'

describe('connections to the database that are half open', async () => {
  const { db, pool, url, stopAfter } = await useTestDatabase()
  const target = await startTarget()
  stopAfter(target.close)
  const proxy = await startDatabaseProxy(url)
  stopAfter(proxy.close)

  it('are given up, and the runs go on, none lost and none recorded twice', async () => {
    const invariants = await watchInvariants(pool, target)
    const answers: (() => void)[] = []
    target.on('/waiting', ({ response }) => void answers.push(() => response.end('kept')))
    const { id: accountId } = await seedAccount(db)
    const waiting = await seedTask(db, { accountId, uri: `${target.origin}/waiting` })
    const executor = await startExecutorProcess(proxy.url, { DATABASE_TIMEOUT_SECONDS: '2' })
    stopAfter(executor.kill)
    await expect.poll(() => answers.length).toBe(1)
    proxy.silence()
    // Recorded on a connection that works, though all that there were do not.
    answers[0]?.()
    const later = await seedTask(db, { accountId, uri: `${target.origin}/later` })
    expect(await untilEnded(db, later, 1, 40_000)).toMatchObject([{ status: 'SUCCEEDED' }])
    expect(await untilEnded(db, waiting, 1, 40_000)).toMatchObject([
      { status: 'SUCCEEDED', details: { responseBody: Buffer.from('kept') } },
    ])
    for (const taskId of [waiting, later])
      expect(await scheduleOf(db, taskId)).toMatchObject({ executionsTotal: 1, inFlightExecutionId: null })
    expect(target.calls).toHaveLength(2)
    await expect.poll(invariants.jobsLeft).toBe(0)
    expect(await invariants.check()).toEqual([])
  })
})
