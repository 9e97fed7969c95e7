import { dueChannel } from '@knockwire/db/channels'
import { insertQueued } from '@knockwire/db/testing/insert-queued'
import { devOutbox } from '@knockwire/db/schema/outbox'
import { deactivationsToMail } from '@knockwire/db/schema/outages'
import { inTransaction } from '@knockwire/db/transaction'
import { missedRuns, schedules, tasks } from '@knockwire/db/schema/tasks'
import type { Plan } from '@knockwire/domain/plans/plan'
import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { mailDeactivations } from '../../maintenance/deactivation-mails.ts'
import { scheduleOf, untilEnded } from '../../testing/history.ts'
import { seedAccount, seedTask, seedTasks } from '../../testing/rows/seed.ts'
import { startTarget, type Target } from '../../testing/peers/target.ts'
import { startTestExecutor, useTestDatabase, type TestExecutor } from '../../testing/test-executor.ts'

describe('failing in a row', async () => {
  const { db, url, stopAfter } = await useTestDatabase()
  let target: Target
  let executor: TestExecutor

  beforeAll(async () => {
    target = await startTarget()
    stopAfter(target.close)
    target.on('/reset', ({ response }) => void response.destroy())
    executor = await startTestExecutor(url)
    stopAfter(executor.stop)
  })

  const seed = async (plan: Plan, path = '/reset', isVerified = true, name = 'Shop') => {
    const account = await seedAccount(db, { plan, isVerified })
    const uri = `${target.origin}${path}`
    const schedule = { mode: 'CUSTOM' as const, expression: '0 0 1 1 *', intervalSecond: null, dueAt: null }
    const taskId = await seedTask(db, { accountId: account.id, uri, name, schedule })
    return { ...account, taskId }
  }
  /** Runs it now, on its schedule, and waits for the end. */
  const runOnce = async (taskId: string) => {
    const before = (await scheduleOf(db, taskId)).executionsTotal
    await db
      .update(schedules)
      .set({ dueAt: sql`now()` })
      .where(eq(schedules.taskId, taskId))
    await db.execute(sql`select pg_notify(${dueChannel}, '')`)
    await untilEnded(db, taskId, before + 1)
  }
  /** A minute later nobody's tasks were deactivated since. */
  const mailAMinuteLater = async () => {
    await db
      .update(deactivationsToMail)
      .set({ deactivatedAt: sql`${deactivationsToMail.deactivatedAt} - interval '1 minute'` })
    await inTransaction(executor.context.maintenance.pool, (client) => mailDeactivations(client, executor.context))
  }
  const mailsTo = (address: string) => db.select().from(devOutbox).where(eq(devOutbox.to, address))

  it("[BI-27] deactivates a FREE account's task after 3 runs, says why, and notifies the owner", async () => {
    const { taskId, email } = await seed('FREE')
    await runOnce(taskId)
    await runOnce(taskId)
    expect(await scheduleOf(db, taskId)).toMatchObject({ status: 'ACTIVE', consecutiveFailures: 2 })
    await runOnce(taskId)
    expect(await scheduleOf(db, taskId)).toMatchObject({ status: 'DISABLED', disabledReason: 'FAILURES', dueAt: null })
    expect(await mailsTo(email)).toEqual([])
    await mailAMinuteLater()
    await expect.poll(() => mailsTo(email)).toHaveLength(1)
    const [mail] = await mailsTo(email)
    expect(mail?.subject).toBe('Task deactivated: Shop')
    expect(mail?.body).toContain('was deactivated: 3 executions failed in a row.')
    expect(mail?.body).toContain("An execution counts as failed when no response arrives; 4xx and 5xx don't count.")
    expect(mail?.body).toContain(`https://knockwire.example/dashboard/tasks/${taskId}`)
  })

  it('says of the times that passed meanwhile that the execution kept them from running, and names it', async () => {
    target.on('/slow-reset', ({ response }) => void setTimeout(() => response.destroy(), 2500))
    const { taskId } = await seed('FREE', '/slow-reset')
    const [anchorAt, interval] = [new Date(), { mode: 'INTERVAL', intervalSecond: 1, expression: null } as const]
    await db
      .update(schedules)
      .set({ ...interval, anchorAt, dueAt: anchorAt, consecutiveFailures: 2 })
      .where(eq(schedules.taskId, taskId))
    await db.execute(sql`select pg_notify(${dueChannel}, '')`)
    const [run] = await untilEnded(db, taskId)
    expect(await scheduleOf(db, taskId)).toMatchObject({ status: 'DISABLED', disabledReason: 'FAILURES' })
    const [first, ...others] = await db.select().from(missedRuns).where(eq(missedRuns.taskId, taskId))
    expect(first).toMatchObject({
      reason: 'OVERLAP',
      fromAt: new Date(anchorAt.getTime() + 1000),
      runningExecutionId: run?.id,
    })
    expect(first?.runs).toBeGreaterThanOrEqual(2)
    expect(others.length).toBeLessThanOrEqual(1)
  })

  it('[BI-27] gives a paying account 10 runs', async () => {
    const { taskId } = await seed('HOBBY')
    await db.update(schedules).set({ consecutiveFailures: 8 }).where(eq(schedules.taskId, taskId))
    await runOnce(taskId)
    expect((await scheduleOf(db, taskId)).status).toBe('ACTIVE')
    await runOnce(taskId)
    expect((await scheduleOf(db, taskId)).status).toBe('DISABLED')
  })

  it('counts again after any answer, an error status too', async () => {
    const { taskId } = await seed('FREE', '/recovers')
    target.on('/recovers', ({ response }) => void response.writeHead(503).end())
    await db.update(schedules).set({ consecutiveFailures: 2 }).where(eq(schedules.taskId, taskId))
    await runOnce(taskId)
    expect(await scheduleOf(db, taskId)).toMatchObject({ status: 'ACTIVE', consecutiveFailures: 0 })
  })

  it('does not count test runs', async () => {
    const { taskId, id: accountId } = await seed('FREE')
    await db.update(schedules).set({ consecutiveFailures: 2 }).where(eq(schedules.taskId, taskId))
    await db.transaction(async (tx) => {
      const requested = { taskId, accountId, trigger: 'TEST' as const, scheduledFor: new Date() }
      const executionIds = await insertQueued(tx, [requested])
      await executor.context.queue.send(tx, 'run', [{ executionIds }])
    })
    expect(await untilEnded(db, taskId)).toMatchObject([{ status: 'FAILED' }])
    expect(await scheduleOf(db, taskId)).toMatchObject({ status: 'ACTIVE', consecutiveFailures: 2 })
  })

  it('says of a task with a completion that a reported failure and a report that does not arrive count, too', async () => {
    const { taskId, email } = await seed('FREE')
    await db.update(tasks).set({ completionSecond: 60 }).where(eq(tasks.id, taskId))
    await db.update(schedules).set({ consecutiveFailures: 2 }).where(eq(schedules.taskId, taskId))
    await runOnce(taskId)
    await mailAMinuteLater()
    await expect.poll(() => mailsTo(email)).toHaveLength(1)
    expect((await mailsTo(email))[0]?.body).toContain(
      'when no response arrives, when the target reports a failure, or when it reports nothing in time;',
    )
  })

  it('mails nobody whose address is not confirmed, and lets no name break a header', async () => {
    const unconfirmed = await seed('FREE', '/reset', false)
    const hostile = await seed('FREE', '/reset', true, 'Shop\r\nBcc: all@example.com')
    for (const { taskId } of [unconfirmed, hostile]) {
      await db.update(schedules).set({ consecutiveFailures: 2 }).where(eq(schedules.taskId, taskId))
      await runOnce(taskId)
      expect((await scheduleOf(db, taskId)).status).toBe('DISABLED')
    }
    await mailAMinuteLater()
    await expect.poll(() => mailsTo(hostile.email)).toHaveLength(1)
    expect((await mailsTo(hostile.email))[0]?.subject).toBe('Task deactivated: Shop Bcc: all[at]example[.]com')
    expect(await mailsTo(unconfirmed.email)).toEqual([])
  })

  it('mails about all tasks of an account that are deactivated together in one mail, without those activated since', async () => {
    const { id: accountId, taskId, email } = await seed('FREE')
    const schedule = { mode: 'CUSTOM' as const, expression: '0 0 1 1 *', intervalSecond: null, dueAt: null }
    const others = Array.from({ length: 25 }, (_, at) => ({
      accountId,
      uri: `${target.origin}/reset`,
      name: `Shop ${at}`,
      schedule,
    }))
    const taskIds = [taskId, ...(await seedTasks(db, others))]
    const due = { consecutiveFailures: 2, dueAt: sql`now()` }
    await db.update(schedules).set(due).where(inArray(schedules.taskId, taskIds))
    await db.execute(sql`select pg_notify(${dueChannel}, '')`)
    for (const id of taskIds) await untilEnded(db, id)
    await db.update(schedules).set({ status: 'ACTIVE', disabledReason: null }).where(eq(schedules.taskId, taskId))
    await mailAMinuteLater()
    await expect.poll(() => mailsTo(email)).toHaveLength(1)
    const [mail] = await mailsTo(email)
    expect(mail?.subject).toBe('25 tasks deactivated')
    expect(mail?.body.match(/- Shop \d+ \(3 executions failed in a row\)/g)).toHaveLength(20)
    expect(mail?.body).toContain('and 5 more')
    expect(mail?.body).toContain('https://knockwire.example/dashboard/tasks?status=FAILING')
  })

  it('leaves alone what was deactivated or deleted meanwhile', async () => {
    let release = () => {}
    target.on('/meanwhile', ({ response }) => (release = () => void response.destroy()))
    const { taskId } = await seed('FREE', '/meanwhile')
    await db
      .update(schedules)
      .set({ consecutiveFailures: 2, dueAt: sql`now()` })
      .where(eq(schedules.taskId, taskId))
    await db.execute(sql`select pg_notify(${dueChannel}, '')`)
    await expect.poll(() => target.callsOf('/meanwhile').length).toBe(1)
    await db.update(schedules).set({ status: 'DISABLED', disabledReason: 'USER' }).where(eq(schedules.taskId, taskId))
    release()
    await untilEnded(db, taskId)
    expect((await scheduleOf(db, taskId)).disabledReason).toBe('USER')
    await db.delete(tasks).where(eq(tasks.id, taskId))
  })

  it('met no error of its own in all of this', () => {
    expect(executor.errors).toEqual([])
  })
})
