import { alertStates, notifications } from '@knockwire/db/schema/notifications'
import { defaultFiring } from '@knockwire/domain/notifications/firing-rules'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { historyOf, untilEnded } from '../testing/history.ts'
import { runNow, runTest } from '../testing/run-now.ts'
import { deliveriesOf } from '../testing/rows/seed.ts'
import { openWatchedTasks } from '../testing/watched-tasks.ts'

const { db, makeTask, executor, restart, occasionsOf } = await openWatchedTasks()

describe('when to notify', () => {
  const down = { comparison: 'number_not_equal_to', rightValue: 200 } as const

  it('at the start and at the end, across restarts, and no more', async () => {
    const task = await makeTask()
    const id = await task.watch(down, { mode: 'ON_START', notifyOnRecovery: true, afterInARow: 2 })
    const runs = async (status: number, count: number) => {
      task.answer({ status })
      for (let done = 0; done < count; done += 1) await task.run()
    }
    await runs(500, 1)
    expect(await occasionsOf(id)).toEqual([])
    await restart()
    await runs(500, 1)
    expect(await occasionsOf(id)).toEqual(['HOLDS'])
    await restart()
    await runs(500, 2)
    expect(await occasionsOf(id)).toEqual(['HOLDS'])
    await runs(200, 2)
    expect(await occasionsOf(id)).toEqual(['HOLDS', 'RECOVERED'])
    await runs(500, 2)
    expect(await occasionsOf(id)).toEqual(['HOLDS', 'RECOVERED', 'HOLDS'])
  })

  it('at the end only after so many in a row for which it did not hold, across restarts', async () => {
    const task = await makeTask()
    const id = await task.watch(down, { mode: 'ON_START', notifyOnRecovery: true, recoverAfterInARow: 3 })
    const runs = async (...statuses: number[]) => {
      for (const status of statuses) {
        task.answer({ status })
        await task.run()
      }
    }
    await runs(500, 200, 200, 500, 200)
    await restart()
    await runs(200)
    expect(await occasionsOf(id)).toEqual(['HOLDS'])
    await runs(200)
    expect(await occasionsOf(id)).toEqual(['HOLDS', 'RECOVERED'])
    const [alert, recovered] = await deliveriesOf(db, id)
    expect(alert?.verdict?.words).toEqual({ state: 'Down', summary: '500 (expected 200)' })
    expect(recovered?.verdict).toMatchObject({ count: 2, words: { state: 'Recovered', summary: '200 again' } })
  })

  it('sends nothing while it is muted, records what was due, and alerts once afterwards of what is still on', async () => {
    const task = await makeTask()
    const id = await task.watch(down, { mode: 'ON_START', notifyOnRecovery: true })
    const mute = (mutedUntil: Date | 'infinity' | null) =>
      db.update(notifications).set({ mutedUntil }).where(eq(notifications.id, id))
    const runs = async (...statuses: number[]) => {
      for (const status of statuses) {
        task.answer({ status })
        await task.run()
      }
    }
    const made = async () =>
      (await deliveriesOf(db, id)).map(({ occasion, status }) => `${occasion}${status === 'MUTED' ? ' muted' : ''}`)
    await mute('infinity')
    await runs(500, 500)
    expect(await made()).toEqual(['HOLDS muted'])
    expect((await deliveriesOf(db, id))[0]).toMatchObject({ attempts: 0, error: expect.stringContaining('muted') })
    await restart(() => mute(new Date(Date.now() - 1)))
    await runs(500, 500)
    expect(await made()).toEqual(['HOLDS muted', 'HOLDS'])
    await mute('infinity')
    await runs(200)
    expect(await made()).toEqual(['HOLDS muted', 'HOLDS', 'RECOVERED muted'])
    await runs(500)
    await mute(null)
    await runs(200)
    expect(await made()).toEqual(['HOLDS muted', 'HOLDS', 'RECOVERED muted', 'HOLDS muted'])
  })

  it('notifies of each matching execution, and goes on counting where it once has counted', async () => {
    const task = await makeTask()
    const id = await task.watch(down, { afterInARow: 2 })
    task.answer({ status: 500 })
    await task.run()
    await db.update(notifications).set({ firing: defaultFiring }).where(eq(notifications.id, id))
    task.answer({ status: 200 })
    await task.run()
    await db
      .update(notifications)
      .set({ firing: { ...defaultFiring, afterInARow: 2 } })
      .where(eq(notifications.id, id))
    task.answer({ status: 500 })
    await task.run()
    expect(await occasionsOf(id)).toEqual([])
    await task.run()
    expect(await occasionsOf(id)).toEqual(['HOLDS'])
  })

  it('a test notifies nobody where that was not asked for, and leaves the alert as it was', async () => {
    const task = await makeTask()
    const id = await task.watch(down, { mode: 'ON_START', notifyOnRecovery: true })
    task.answer({ status: 500 })
    const before = (await historyOf(db, task.taskId)).length
    const { queue } = executor().context
    await runTest(db, queue, { taskId: task.taskId, accountId: task.accountId }, { sendsNotifications: false })
    await untilEnded(db, task.taskId, before + 1)
    expect(await occasionsOf(id)).toEqual([])
    await runNow(db, task.taskId)
    await untilEnded(db, task.taskId, before + 2)
    expect(await occasionsOf(id)).toEqual(['HOLDS'])
  })

  it('a test that sends notifications does so also while the notification is muted', async () => {
    const task = await makeTask()
    const id = await task.watch(down, { mode: 'ON_START', notifyOnRecovery: true })
    await db.update(notifications).set({ mutedUntil: 'infinity' }).where(eq(notifications.id, id))
    task.answer({ status: 500 })
    const before = (await historyOf(db, task.taskId)).length
    const { queue } = executor().context
    await runTest(db, queue, { taskId: task.taskId, accountId: task.accountId }, { sendsNotifications: true })
    await untilEnded(db, task.taskId, before + 1)
    const [delivery] = await deliveriesOf(db, id)
    expect(delivery).toMatchObject({ occasion: 'HOLDS', isRequested: true })
    expect(delivery?.status).not.toBe('MUTED')
  })

  it('a test that sends notifications does so whenever the condition holds, and leaves the alert as it was', async () => {
    const task = await makeTask()
    const id = await task.watch(down, { mode: 'ON_START', notifyOnRecovery: true })
    const test = async () => {
      const before = (await historyOf(db, task.taskId)).length
      await runTest(db, executor().context.queue, { taskId: task.taskId, accountId: task.accountId })
      await untilEnded(db, task.taskId, before + 1)
    }
    task.answer({ status: 500 })
    await test()
    await test()
    expect(await occasionsOf(id)).toEqual(['HOLDS', 'HOLDS'])
    task.answer({ status: 200 })
    await test()
    expect(await occasionsOf(id)).toEqual(['HOLDS', 'HOLDS'])
    const [state] = await db.select().from(alertStates).where(eq(alertStates.notificationId, id))
    expect(state).toMatchObject({ isNotified: false, consecutiveMatches: 0 })
  })
})
