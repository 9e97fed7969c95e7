import { disableSchedule } from '@knockwire/services/schedules/schedule'
import { expect, it } from 'vitest'
import { scheduleOf, untilEnded } from './testing/history.ts'
import { seedAccount, seedTask } from './testing/rows/seed.ts'
import { startTarget } from './testing/peers/target.ts'
import { startTestExecutor, useTestDatabase } from './testing/test-executor.ts'

const { db, url, stopAfter } = await useTestDatabase()

it('a call that an executor aborts as it stops is made again and recorded, also where the task is deactivated meanwhile', async () => {
  const target = await startTarget()
  stopAfter(target.close)
  const { id: accountId } = await seedAccount(db)
  let calls = 0
  target.on('/aborted', ({ response }) => {
    calls += 1
    if (calls > 1) response.end('ok')
  })
  const stopping = await startTestExecutor(url, { settings: { drainMs: 0 } })
  const taskId = await seedTask(db, { accountId, uri: `${target.origin}/aborted` })
  await expect.poll(() => calls).toBe(1)
  await stopping.stop()
  await db.transaction((tx) => disableSchedule(tx, taskId, 'USER'))
  const next = await startTestExecutor(url)
  stopAfter(next.stop)
  expect(await untilEnded(db, taskId)).toMatchObject([{ status: 'SUCCEEDED', errorCode: null }])
  expect(calls).toBe(2)
  expect(await scheduleOf(db, taskId)).toMatchObject({
    status: 'DISABLED',
    inFlightExecutionId: null,
    executionsTotal: 1,
  })
})

it('what an executor frees as it stops is made by the others at its time, not when they next look', async () => {
  const target = await startTarget()
  stopAfter(target.close)
  const { id: accountId } = await seedAccount(db)
  let answer = () => {}
  let calls = 0
  target.on('/held', ({ response }) => {
    calls += 1
    if (calls === 1) answer = () => void response.end('ok')
    else response.end('ok')
  })
  const stopping = await startTestExecutor(url)
  const taskId = await seedTask(db, { accountId, uri: `${target.origin}/held`, schedule: { intervalSecond: 1 } })
  await expect.poll(() => calls).toBe(1)
  // It sees no schedule that is planned: the only one has a run in flight.
  const staying = await startTestExecutor(url)
  stopAfter(staying.stop)
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${staying.port}/readyz`)).status).toBe(200)
  const stopped = stopping.stop()
  answer()
  await stopped
  const [, next] = await untilEnded(db, taskId, 2)
  const lateMs = (next?.startedAt?.getTime() ?? Infinity) - (next?.scheduledFor.getTime() ?? 0)
  expect(lateMs).toBeLessThan(2000)
  expect(staying.errors).toEqual([])
})
