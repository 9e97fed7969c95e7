import { dueChannel } from '@knockwire/db/channels'
import { executionRollups } from '@knockwire/db/schema/executions'
import { networkOutages } from '@knockwire/db/schema/outages'
import { devOutbox } from '@knockwire/db/schema/outbox'
import { schedules } from '@knockwire/db/schema/tasks'
import { inTransaction } from '@knockwire/db/transaction'
import { defaultFiring } from '@knockwire/domain/notifications/firing-rules'
import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { endOutages } from '../maintenance/end-outages.ts'
import { historyOf, scheduleOf, untilEnded } from '../testing/history.ts'
import { onDemand, runNow } from '../testing/run-now.ts'
import { deliveriesOf, seedAccount, seedNotification, seedTask, textTo } from '../testing/rows/seed.ts'
import { startTarget, type Target } from '../testing/peers/target.ts'
import { startTestExecutor, type TestExecutor, useTestDatabase } from '../testing/test-executor.ts'

const isDown = { source: 'response_code', property: '', comparison: 'is_null', rightValue: null } as const

describe('while the network of the executor is cut', async () => {
  const { db, url, stopAfter } = await useTestDatabase()
  let target: Target
  let executor: TestExecutor
  let isCut = false
  const down = new Set<string>()
  const resolve = async (host: string) => {
    if (isCut || down.has(host)) throw Object.assign(new Error('no answer'), { code: 'ESERVFAIL' })
    return ['127.0.0.1']
  }
  const start = () => startTestExecutor(url, { outbound: { resolve, dnsCacheMs: 0, keepAliveMs: 1 } })

  beforeAll(async () => {
    target = await startTarget()
    stopAfter(target.close)
    executor = await start()
    stopAfter(() => executor.stop())
  })

  const at = (host: string) => `http://${host}.example:${target.port}/`
  const seed = async (host: string, accountId: string) =>
    seedTask(db, { accountId, uri: at(host), schedule: onDemand, name: host })
  const runs = new Map<string, number>()
  /** Makes them run once, all together. */
  const runAll = async (taskIds: readonly string[]) => {
    for (const id of taskIds) runs.set(id, (runs.get(id) ?? 0) + 1)
    const due = { status: 'ACTIVE', mode: 'CUSTOM', expression: '0 0 1 1 *', dueAt: sql`now()` } as const
    await db
      .update(schedules)
      .set(due)
      .where(inArray(schedules.taskId, [...taskIds]))
    await db.execute(sql`select pg_notify(${dueChannel}, '')`)
    for (const id of taskIds) await untilEnded(db, id, runs.get(id))
  }
  const outageGauge = async () => (await fetch(`http://127.0.0.1:${executor.operatorPort}/metrics`)).text()
  const lastOf = async (taskId: string) => (await historyOf(db, taskId)).at(-1)
  const codesOf = async (taskIds: readonly string[]) => {
    const last = await Promise.all(taskIds.map(lastOf))
    return [...new Set(last.map((execution) => execution?.errorCode))]
  }

  it('one host that is down is a failure, however many tasks call it', async () => {
    const { id: accountId } = await seedAccount(db, { plan: 'FREE' })
    const others: string[] = []
    for (const host of ['j', 'k', 'l', 'm']) others.push(await seed(host, accountId))
    const taskIds: string[] = []
    for (let index = 0; index < 30; index += 1) taskIds.push(await seed('only', accountId))
    await runAll([...others, ...taskIds])
    down.add('only.example')
    for (let time = 0; time < 3; time += 1) {
      await runAll([...taskIds, ...others])
      expect(await codesOf(taskIds)).toEqual(['DNS_NOT_FOUND'])
    }
    for (const taskId of taskIds) expect(await scheduleOf(db, taskId)).toMatchObject({ disabledReason: 'FAILURES' })
    down.clear()
  })

  it('runs of all hosts are inconclusive: they count against no task, and no alert goes out, begins or ends by them', async () => {
    const [ada, bob] = [await seedAccount(db), await seedAccount(db, { plan: 'FREE' })]
    const taskIds: string[] = []
    for (const host of ['a', 'b', 'c', 'd']) taskIds.push(await seed(host, ada.id), await seed(`${host}2`, bob.id))
    const [taskId = ''] = taskIds
    const notificationId = await seedNotification(db, {
      accountId: ada.id,
      taskId,
      setting: textTo('+16045550199'),
      condition: isDown,
      firing: { ...defaultFiring, mode: 'ON_START', notifyOnRecovery: true },
    })
    await runAll(taskIds)
    expect(await codesOf(taskIds)).toEqual([null])

    isCut = true
    for (let time = 0; time < 4; time += 1) {
      await runAll(taskIds)
      expect(await codesOf(taskIds)).toEqual(['INCONCLUSIVE'])
    }
    const schedule = await scheduleOf(db, taskId)
    expect(schedule).toMatchObject({ status: 'ACTIVE', consecutiveFailures: 0, failingRuns: 0, failingSince: null })
    expect((await lastOf(taskId))?.details?.errorMessage).toContain('could not be resolved')
    const rollups = await db.select().from(executionRollups).where(eq(executionRollups.taskId, taskId))
    const sum = (of: (row: (typeof rollups)[number]) => number) => rollups.reduce((total, row) => total + of(row), 0)
    expect([sum((row) => row.runs), sum((row) => row.inconclusive), sum((row) => row.failures)]).toEqual([1, 4, 0])
    expect(await deliveriesOf(db, notificationId)).toEqual([])
    expect(await outageGauge()).toContain('knockwire_network_outage 1')
    expect(await db.select().from(networkOutages)).toMatchObject([{ endedAt: null }])

    isCut = false
    await runAll(taskIds)
    expect(await codesOf(taskIds)).toEqual([null])
    await expect.poll(outageGauge).toContain('knockwire_network_outage 0')
    down.add('a.example')
    await runAll(taskIds)
    expect(await codesOf([taskId])).toEqual(['DNS_NOT_FOUND'])
    await expect
      .poll(async () => (await deliveriesOf(db, notificationId)).map(({ occasion }) => occasion))
      .toEqual(['HOLDS'])
    down.clear()

    // Nobody says any more that the outage lasts.
    await db.update(networkOutages).set({ lastAt: sql`now() - interval '46 seconds'` })
    const end = () => inTransaction(executor.context.maintenance.pool, (client) => endOutages(client, executor.context))
    expect([await end(), await end()]).toEqual([2, 0])
    for (const { email } of [ada, bob]) {
      const mails = () => db.select().from(devOutbox).where(eq(devOutbox.to, email))
      await expect.poll(mails).toHaveLength(1)
      expect((await mails())[0]?.body).toContain('16 executions of your tasks are inconclusive')
    }
  })

  it('an executor that starts meanwhile knows by its tasks’ last runs that they were answered', async () => {
    const { id: accountId } = await seedAccount(db)
    const taskIds: string[] = []
    for (const host of ['e', 'f', 'g', 'h', 'i']) taskIds.push(await seed(host, accountId))
    await runAll(taskIds)
    await executor.stop()
    isCut = true
    executor = await start()
    await runAll(taskIds)
    expect(await codesOf(taskIds)).toEqual(['INCONCLUSIVE'])
    isCut = false
  })

  it('a fault of ours counts against no task and meets no condition', async () => {
    const { id: accountId } = await seedAccount(db, { plan: 'FREE' })
    const basicAuth = { status: 'ENABLED', username: 'ada', password: { key: 'none', value: 'no' } as never } as const
    const taskId = await seedTask(db, { accountId, uri: at('a'), schedule: onDemand, request: { basicAuth } })
    const notificationId = await seedNotification(db, {
      accountId,
      taskId,
      setting: textTo('+16045550199'),
      condition: isDown,
    })
    await db.update(schedules).set({ consecutiveFailures: 2 }).where(eq(schedules.taskId, taskId))
    await runNow(db, taskId)
    expect(await untilEnded(db, taskId)).toMatchObject([{ status: 'FAILED', errorCode: 'INTERNAL' }])
    expect(await scheduleOf(db, taskId)).toMatchObject({ consecutiveFailures: 2, failingRuns: 0 })
    expect(await deliveriesOf(db, notificationId)).toEqual([])
  })

  it('nothing else went wrong', () => {
    expect(executor.errors).toEqual([])
  })
})
