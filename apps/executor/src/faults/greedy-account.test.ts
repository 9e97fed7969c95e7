import { dueChannel } from '@knockwire/db/channels'
import { sendDeliveries } from '@knockwire/services/deliveries/delivery-jobs'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { startExecutorProcess } from '../testing/executor-process.ts'
import { onDemand } from '../testing/run-now.ts'
import { callTo, seedAccount, seedNotification, seedTask, seedTasks } from '../testing/rows/seed.ts'
import { startTarget } from '../testing/peers/target.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'

const many = 100_000
/** These take the same path as more would, and each costs five rows. */
const manyDeliveries = 30_000
const few = 20

const countOf = (accountId: string) => sql`
  select count(*)::int as runs, count(distinct task_id)::int as tasks, count(*) filter (where status <> 'SUCCEEDED')::int as open
  from executions where account_id = ${accountId}`

describe('one account that queues 100,000 runs, or 30,000 notifications', async () => {
  const { db, url, stopAfter } = await useTestDatabase()
  const target = await startTarget()
  stopAfter(target.close)
  const { context, close } = await createTestContext(url)
  stopAfter(close)
  const callsOf = (path: string) => target.callsOf(path).length

  it('has runs that have been due for an hour: those of others are made among its first, and none of its own is lost or doubled', async () => {
    const greedy = await seedAccount(db)
    // Its targets answer once the neighbour's runs have ended: they take all that it may have at once, meanwhile.
    const released = Promise.withResolvers<void>()
    target.on('/greedy', ({ response }) => void released.promise.then(() => response.end('ok')))
    const first = await seedTask(db, {
      accountId: greedy.id,
      uri: `${target.origin}/greedy`,
      schedule: { dueAt: null },
    })
    await db.execute(sql`
      with copied as (
        insert into tasks (id, account_id, is_draft, request, created_at, updated_at)
        select gen_random_uuid(), account_id, is_draft, request, created_at, updated_at
        from tasks, generate_series(1, ${many}) where id = ${first}
        returning id
      )
      insert into schedules (task_id, account_id, mode, status, interval_second, anchor_at, due_at)
      select id, ${greedy.id}, 'INTERVAL', 'ACTIVE', 86400, now(), now() - interval '1 hour' from copied`)
    await db.execute(sql`analyze tasks, schedules`)
    const executors = await Promise.all([startExecutorProcess(url), startExecutorProcess(url)])
    for (const { kill } of executors) stopAfter(kill)
    await expect.poll(() => callsOf('/greedy')).toBeGreaterThan(0)

    const neighbour = await seedAccount(db)
    const tasks = Array.from({ length: few }, () => ({ accountId: neighbour.id, uri: `${target.origin}/neighbour` }))
    await seedTasks(db, tasks)
    const ofNeighbour = async () => (await db.execute(countOf(neighbour.id))).rows[0]
    await expect.poll(ofNeighbour).toEqual({ runs: few, tasks: few, open: 0 })
    // No more of it than its quota had been queued by then.
    const [before] = (await db.execute<{ runs: number }>(countOf(greedy.id))).rows
    expect(before?.runs).toBeLessThanOrEqual(2 * context.settings.accountQuota)

    released.resolve()
    // And again while it runs as fast as it can.
    await db.execute(sql`update schedules set due_at = now() where account_id = ${neighbour.id}`)
    await db.execute(sql`select pg_notify(${dueChannel}, '')`)
    await expect.poll(ofNeighbour).toEqual({ runs: 2 * few, tasks: few, open: 0 })
    const [meanwhile] = (await db.execute<{ runs: number }>(countOf(greedy.id))).rows
    expect(meanwhile?.runs).toBeLessThan(many / 2)

    for (const { signal } of executors) signal('SIGTERM')
    for (const { ended } of executors) expect(await ended).toBe(0)
    // Each of its tasks either has its one run, which was called once or waits in a job, or is still due.
    const { rows } = await db.execute(sql`
      select (e.runs is null) = (s.due_at < now()) as is_one_of_both, coalesce(e.runs, 0) <= 1 as is_once,
        coalesce(e.is_ended or exists (
          select from pgboss.job j where j.name = 'run' and j.state < 'active' and j.data -> 'executionIds' ? e.id::text
        ), true) as is_ended_or_waits, count(*)::int
      from schedules s left join lateral (
        select count(*)::int as runs, min(id::text)::uuid as id, bool_and(status = 'SUCCEEDED') as is_ended
        from executions where task_id = s.task_id having count(*) > 0
      ) e on true
      where s.account_id = ${greedy.id} and s.task_id <> ${first}
      group by 1, 2, 3`)
    expect(rows).toEqual([{ is_one_of_both: true, is_once: true, is_ended_or_waits: true, count: many }])
    const called = target.callsOf('/greedy').map(({ executionId }) => executionId)
    expect(new Set(called).size).toBe(called.length)
  })

  it('has notifications: those of others are delivered among its first, and none of its own is lost', async () => {
    const greedy = await seedAccount(db)
    const neighbour = await seedAccount(db)
    const taskOf = (accountId: string) => seedTask(db, { accountId, uri: 'https://shop.example/', schedule: onDemand })
    /** Deliveries of one notification, each for its own execution, and their jobs. */
    const queueDeliveries = async (accountId: string, path: string, count: number) => {
      const taskId = await taskOf(accountId)
      const setting = callTo(target.origin + path)
      const notificationId = await seedNotification(db, { accountId, taskId, setting })
      await db.transaction(async (tx) => {
        const { rows } = await tx.execute<{ id: string }>(sql`
          with made as (
            insert into executions (id, task_id, account_id, trigger, status, scheduled_for, created_at, started_at, status_code, response_time_ms)
            select gen_random_uuid(), ${taskId}, ${accountId}, 'SCHEDULE', 'SUCCEEDED', now() + n * interval '1 second', now(), now(), 200, 1
            from generate_series(1, ${count}) as n returning id
          ), detailed as (
            insert into execution_details (execution_id, request, response_headers, response_body, task_id, seq)
            select id, '{"uri": "https://shop.example/", "method": "GET", "headers": [], "body": null}', '[]', '', ${taskId}, row_number() over () from made
          )
          insert into deliveries (id, account_id, notification_id, subject_id, occasion, type, recipient, status, verdict, created_at)
          select gen_random_uuid(), ${accountId}, ${notificationId}, id, 'HOLDS', 'HTTP', 'somebody', 'PENDING',
            '{"description": "Status code equals 200", "value": 200}', now() from made returning id`)
        const jobs = rows.map(({ id }) => ({ id, type: 'HTTP' as const, accountId }))
        await sendDeliveries(context.queue, tx, jobs)
      })
    }
    await queueDeliveries(greedy.id, '/greedy-hook', manyDeliveries)
    await db.execute(sql`analyze deliveries`)
    const executor = await startExecutorProcess(url)
    stopAfter(executor.kill)
    await expect.poll(() => callsOf('/greedy-hook')).toBeGreaterThan(0)
    await queueDeliveries(neighbour.id, '/neighbour-hook', few)
    context.queue.announce('deliver-http')
    await expect.poll(() => callsOf('/neighbour-hook')).toBe(few)
    const waiting = async () => (await context.queue.depth('deliver-http')).waiting
    expect(await waiting()).toBeGreaterThan(manyDeliveries / 2)
    expect(callsOf('/greedy-hook')).toBeLessThan(manyDeliveries / 2)
    // What is not sent yet waits: each has its job.
    await executor.kill()
    const { rows } = await db.execute(sql`
      select count(*)::int from deliveries d
      where status = 'PENDING' and not exists (
        select from pgboss.job j where j.name = 'deliver-http' and j.singleton_key = d.id::text and j.state < 'completed')`)
    expect(rows).toEqual([{ count: 0 }])
  })
})
