import { deferredDecisions, executions } from '@knockwire/db/schema/executions'
import { notifications } from '@knockwire/db/schema/notifications'
import { defaultCondition } from '@knockwire/domain/conditions/condition-rules'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { type BusySandbox, makeBusy } from '../../testing/busy-sandbox.ts'
import { deliveriesOf } from '../../testing/rows/seed.ts'
import { json, openWatchedTasks } from '../../testing/watched-tasks.ts'

let busy: BusySandbox
const { db, makeTask, executor, restart } = await openWatchedTasks({
  wrapSandbox: (sandbox) => (busy = makeBusy(sandbox)),
})
afterEach(() => busy.setBusy(false))

const isUp = {
  source: 'response_body_json',
  property: '$.up',
  comparison: 'boolean_is_true',
  rightValue: null,
} as const
const waitingOf = (taskId: string) => db.$count(deferredDecisions, eq(deferredDecisions.taskId, taskId))
const notified = async (notificationId: string) =>
  (await deliveriesOf(db, notificationId)).map(({ subjectId, occasion }) => ({ subjectId, occasion }))

describe('an execution for whose values no turn came', () => {
  it('is recorded at once without a verdict, and its alert comes when there is a turn', async () => {
    const task = await makeTask()
    const id = await task.watch(isUp)
    task.answer(json({ up: true }))
    busy.setBusy(true)
    const execution = await task.run()
    expect(execution).toMatchObject({ status: 'SUCCEEDED', details: { conditionProblems: null } })
    expect([await waitingOf(task.taskId), await notified(id)]).toEqual([1, []])
    busy.setBusy(false)
    await expect.poll(() => notified(id)).toEqual([{ subjectId: execution?.id, occasion: 'HOLDS' }])
    expect(await waitingOf(task.taskId)).toBe(0)
  })

  it('is decided before the next one of its task, though that one’s values could be read', async () => {
    const task = await makeTask()
    const id = await task.watch(isUp, { mode: 'ON_START', notifyOnRecovery: true })
    busy.setBusy(true)
    task.answer(json({ up: true }))
    const first = await task.run()
    busy.pauseWaiting(true)
    busy.setBusy(false)
    task.answer(json({ up: false }))
    const second = await task.run()
    expect([await waitingOf(task.taskId), await notified(id)]).toEqual([2, []])
    busy.pauseWaiting(false)
    await expect
      .poll(() => notified(id))
      .toEqual([
        { subjectId: first?.id, occasion: 'HOLDS' },
        { subjectId: second?.id, occasion: 'RECOVERED' },
      ])
    expect(await waitingOf(task.taskId)).toBe(0)
  })

  it('is not decided by a rule that was edited or made since', async () => {
    const task = await makeTask()
    const edited = await task.watch(isUp)
    const kept = await task.watch(isUp)
    task.answer(json({ up: true }))
    busy.setBusy(true)
    await task.run()
    await db
      .update(notifications)
      .set({ condition: { ...defaultCondition, ...isUp, comparison: 'not_null' } })
      .where(eq(notifications.id, edited))
    const made = await task.watch(isUp)
    busy.setBusy(false)
    await expect.poll(async () => (await notified(kept)).length).toBe(1)
    expect([await notified(edited), await notified(made), await waitingOf(task.taskId)]).toEqual([[], [], 0])
  })

  it('of an account whose jobs wait in the penalised queue is recorded without waiting', async () => {
    const task = await makeTask()
    const id = await task.watch(isUp)
    task.answer(json({ up: true }))
    busy.pauseWaiting(true)
    busy.penalise(task.accountId)
    const reads = busy.reads()
    expect((await task.run())?.status).toBe('SUCCEEDED')
    expect(await notified(id)).toEqual([])
    expect(busy.reads()).toBe(reads)
    busy.penalise(null)
    busy.pauseWaiting(false)
    await expect.poll(async () => (await notified(id)).length).toBe(1)
  })

  it('is decided by the executor that is there when the one that deferred it has ended', async () => {
    const task = await makeTask()
    const id = await task.watch(isUp)
    task.answer(json({ up: true }))
    busy.setBusy(true)
    await task.run()
    await restart()
    await expect.poll(async () => (await notified(id)).length).toBe(1)
  })

  it('is taken over from an executor that died while it was deciding', async () => {
    const task = await makeTask()
    const id = await task.watch(isUp)
    task.answer(json({ up: true }))
    busy.setBusy(true)
    await task.run()
    const lease = { leasedBy: '00000000-0000-7000-8000-000000000000', leasedUntil: new Date(Date.now() + 500) }
    await restart(() => db.update(deferredDecisions).set(lease).where(eq(deferredDecisions.taskId, task.taskId)))
    await expect.poll(async () => (await notified(id)).length).toBe(1)
  })

  it('is forgotten where it has been deleted meanwhile', async () => {
    const task = await makeTask()
    await task.watch(isUp)
    busy.setBusy(true)
    const execution = await task.run()
    await db.delete(executions).where(eq(executions.id, execution?.id ?? ''))
    busy.setBusy(false)
    await expect.poll(() => waitingOf(task.taskId)).toBe(0)
  })
})

it('the executor logs no error during these tests', () => expect(executor().errors).toEqual([]))
