import { describe, expect, it } from 'vitest'
import { startExecutorProcess } from '../testing/executor-process.ts'
import { onDemand, runNow } from '../testing/run-now.ts'
import { callTo, deliveriesOf, seedAccount, seedNotification, seedTask, untilSettled } from '../testing/rows/seed.ts'
import { startTarget } from '../testing/peers/target.ts'
import { useTestDatabase } from '../testing/test-executor.ts'

describe('an executor that is killed between sending and recording', async () => {
  const { db, url, stopAfter } = await useTestDatabase()

  it('is followed by another, which sends once more, with the same webhook-id, and no more', async () => {
    const target = await startTarget()
    stopAfter(target.close)
    // The first gets no answer before it is killed; the next one does.
    target.on('/hook', ({ response }) => target.callsOf('/hook').length > 1 && response.end())
    const { id: accountId } = await seedAccount(db)
    const taskId = await seedTask(db, { accountId, uri: `${target.origin}/`, schedule: onDemand })
    const notificationId = await seedNotification(db, { accountId, taskId, setting: callTo(`${target.origin}/hook`) })
    const first = await startExecutorProcess(url)
    await runNow(db, taskId)
    await expect.poll(() => target.callsOf('/hook').length).toBe(1)
    await first.kill()
    expect(await deliveriesOf(db, notificationId)).toMatchObject([{ status: 'PENDING', attempts: 1 }])
    const second = await startExecutorProcess(url)
    stopAfter(second.kill)
    const notified = await untilSettled(db, notificationId, 1, 90_000)
    expect(notified).toMatchObject([{ status: 'DELIVERED', attempts: 2 }])
    const ids = target.callsOf('/hook').map(({ headers }) => headers['webhook-id'])
    expect(ids).toEqual([notified[0]?.id, notified[0]?.id])
    expect(target.callsOf('/')).toHaveLength(1)
  }, 120_000)
})
