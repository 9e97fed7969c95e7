import { fileURLToPath } from 'node:url'
import { executions } from '@knockwire/db/schema/executions'
import { insertQueued } from '@knockwire/db/testing/insert-queued'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { type ExecutorProcess, startExecutorProcess } from '../testing/executor-process.ts'
import { historyOf, scheduleOf, untilEnded } from '../testing/history.ts'
import { seedAccount, seedTask, seedTasks } from '../testing/rows/seed.ts'
import { startTarget } from '../testing/peers/target.ts'
import { createTestContext, startTestExecutor, useTestDatabase } from '../testing/test-executor.ts'
import { watchInvariants } from '../testing/watch-invariants.ts'

const takeoverMs = 120_000

describe('executors that are alive, and not well', async () => {
  const { db, pool, url, stopAfter } = await useTestDatabase()
  const target = await startTarget()
  stopAfter(target.close)
  const invariants = await watchInvariants(pool, target)
  const account = await seedAccount(db)

  const start = async (env: Record<string, string> = {}) => {
    const executor = await startExecutorProcess(url, env)
    stopAfter(executor.kill)
    return executor
  }
  const inFlight = async ({ operatorPort }: ExecutorProcess) => {
    const metrics = await (await fetch(`http://127.0.0.1:${operatorPort}/metrics`)).text()
    return Number(/knockwire_calls_in_flight (\d+)/.exec(metrics)?.[1] ?? NaN)
  }

  const jobsWaiting = async () => {
    const { rows } = await pool.query(`select from pgboss.job where name = 'run' and state = 'created'`)
    return rows.length
  }

  it("frozen past its job's time and thawed, it overwrites nothing", async () => {
    const answers: ((text: string) => void)[] = []
    target.on('/frozen', ({ response }) => void answers.push((text) => response.end(text)))
    const taskId = await seedTask(db, { accountId: account.id, uri: `${target.origin}/frozen` })
    const first = await start()
    await expect.poll(() => answers.length).toBe(1)
    first.signal('SIGSTOP')
    const second = await start()
    await expect.poll(() => answers.length, { timeout: takeoverMs }).toBe(2)
    answers[1]?.('of the second')
    const before = await untilEnded(db, taskId)
    expect(before).toMatchObject([{ status: 'SUCCEEDED', details: { responseBody: Buffer.from('of the second') } }])
    first.signal('SIGCONT')
    answers[0]?.('of the first')
    await expect.poll(() => inFlight(first)).toBe(0)
    // Another run of its own shows that it has done with the old one: endings are recorded in order.
    await second.kill()
    const later = await seedTask(db, { accountId: account.id, uri: `${target.origin}/later` })
    await untilEnded(db, later)
    expect(await historyOf(db, taskId)).toEqual(before)
    expect(await scheduleOf(db, taskId)).toMatchObject({ executionsTotal: 1, inFlightExecutionId: null })
    await first.kill()
  })

  it('on SIGTERM it lets calls end, hands the others back, and ends in time', async () => {
    let answerQuick = () => {}
    target.on('/quick', ({ response }) => (answerQuick = () => void response.end('quick')))
    target.on('/hanging', () => {})
    const quick = await seedTask(db, { accountId: account.id, uri: `${target.origin}/quick` })
    const hanging = await seedTask(db, { accountId: account.id, uri: `${target.origin}/hanging` })
    const posted = await seedTask(db, {
      accountId: account.id,
      uri: `${target.origin}/hanging`,
      request: { method: 'POST' },
    })
    const first = await start({ EXECUTOR_DRAIN_SECONDS: '2' })
    await expect.poll(() => target.callsOf('/hanging').length + target.callsOf('/quick').length).toBe(3)
    first.signal('SIGTERM')
    await expect.poll(() => first.log.some(({ msg }) => msg === 'executor stops')).toBe(true)
    answerQuick()
    expect(await first.ended).toBe(0)
    expect(await historyOf(db, quick)).toMatchObject([{ status: 'SUCCEEDED' }])
    expect(await historyOf(db, hanging)).toMatchObject([
      { status: 'QUEUED', attempt: expect.any(String), startedAt: null },
    ])
    expect(await historyOf(db, posted)).toMatchObject([{ status: 'FAILED', errorCode: 'INTERRUPTED' }])
    target.on('/hanging', ({ response }) => void response.end('taken over'))
    // Handed back, not left until its heartbeat is missed.
    expect(await jobsWaiting()).toBe(1)
    const second = await start()
    const [run] = await untilEnded(db, hanging)
    expect(run).toMatchObject({ status: 'SUCCEEDED' })
    await second.kill()
  })

  it("with its clock an hour ahead, it runs what is due by the database's, and not before", async () => {
    const early = { dueAt: new Date(Date.now() + 1_800_000) }
    const notYet = await seedTask(db, { accountId: account.id, uri: `${target.origin}/not-yet`, schedule: early })
    const due = new Date(Date.now() + 2000)
    const schedule = { intervalSecond: 60, anchorAt: due, dueAt: due }
    const taskId = await seedTask(db, { accountId: account.id, uri: `${target.origin}/on-time`, schedule })
    const clock = fileURLToPath(new URL('../testing/clock-ahead.ts', import.meta.url))
    const executor = await start({ NODE_OPTIONS: `--import=${clock}` })
    const [run] = await untilEnded(db, taskId)
    expect(run?.startedAt?.getTime()).toBeGreaterThanOrEqual(due.getTime())
    expect((await scheduleOf(db, taskId)).dueAt).toEqual(new Date(due.getTime() + 60_000))
    expect(await historyOf(db, notYet)).toEqual([])
    expect((await fetch(`http://127.0.0.1:${executor.port}/readyz`)).status).toBe(200)
    await executor.kill()
  })

  it('makes a run once where its job is delivered twice', async () => {
    const sender = await createTestContext(url)
    const taskId = await seedTask(db, {
      accountId: account.id,
      uri: `${target.origin}/delivered`,
      schedule: { dueAt: null },
    })
    await db.transaction(async (tx) => {
      const requested = { taskId, accountId: account.id, trigger: 'TEST' as const, scheduledFor: new Date() }
      const executionIds = await insertQueued(tx, [requested])
      await sender.context.queue.send(tx, 'run', [{ executionIds }, { executionIds }, { executionIds }])
    })
    await sender.close()
    const executors = [await startTestExecutor(url), await startTestExecutor(url)]
    await untilEnded(db, taskId)
    const queue = executors[0]?.context.queue
    // With those that the killed ones before have left.
    await expect.poll(() => queue?.depth('run'), { timeout: takeoverMs }).toEqual({ waiting: 0, inFlight: 0 })
    expect(target.callsOf('/delivered')).toHaveLength(1)
    expect(await db.select().from(executions).where(eq(executions.taskId, taskId))).toHaveLength(1)
    for (const executor of executors) await executor.stop()
  })

  it('leave no run missed, doubled or recorded wrongly by any of this', async () => {
    expect(await invariants.check()).toEqual([])
  })

  it('lets 500 hanging targets of one account delay nobody else', async () => {
    target.on('/hostile', () => {})
    const hostile = Array.from({ length: 500 }, () => ({ accountId: account.id, uri: `${target.origin}/hostile` }))
    await seedTasks(db, hostile)
    const executor = await startTestExecutor(url, { settings: { concurrency: 40, drainMs: 0 } })
    await expect.poll(() => target.callsOf('/hostile').length).toBe(10)
    const neighbour = await seedAccount(db)
    const tasks = Array.from({ length: 20 }, () => ({ accountId: neighbour.id, uri: `${target.origin}/neighbour` }))
    for (const taskId of await seedTasks(db, tasks)) await untilEnded(db, taskId)
    // None of them had ended, or the next would have been called.
    expect(target.callsOf('/hostile')).toHaveLength(10)
    await executor.stop()
  })
})
