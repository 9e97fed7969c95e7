import { openDatabase } from '@knockwire/db/client'
import { migrate } from '@knockwire/db/migrate'
import { startTestServer } from '@knockwire/db/testing/test-server'
import { installQueue } from '@knockwire/queue/queues'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { startExecutorProcess } from '../testing/executor-process.ts'
import { seedAccount, seedTasks } from '../testing/rows/seed.ts'
import { startTarget } from '../testing/peers/target.ts'
import { watchInvariants } from '../testing/watch-invariants.ts'

const tasks = 4000

describe('PostgreSQL restarted under load', async () => {
  const server = await startTestServer()
  await migrate(server.url)
  await installQueue(server.url)
  const { db, pool, close } = openDatabase({ url: server.url, max: 4, applicationName: 'test', onIdleError: () => {} })
  const target = await startTarget()
  const stops: (() => Promise<void>)[] = [target.close, close]
  afterAll(async () => {
    for (const stop of stops.toReversed()) await stop()
    await server.stop()
  })

  const invariants = await watchInvariants(pool, target)

  it('loses no run, records none twice, and recovers without a restart', async () => {
    // Slow enough that each of the steps is in flight when the server goes.
    target.on('/', ({ response }) => void setTimeout(() => response.end('ok'), 100))
    const now = new Date()
    const due = { intervalSecond: 3600, anchorAt: now, dueAt: now }
    for (let n = 0; n < 8; n += 1) {
      const { id: accountId } = await seedAccount(db)
      await seedTasks(
        db,
        Array.from({ length: tasks / 8 }, () => ({ accountId, uri: `${target.origin}/`, schedule: due })),
      )
    }
    const executors = await Promise.all([startExecutorProcess(server.url), startExecutorProcess(server.url)])
    stops.push(...executors.map(({ kill }) => kill))
    for (const share of [0.2, 0.5]) {
      await expect.poll(() => target.calls.length).toBeGreaterThan(tasks * share)
      await server.restart()
    }
    const recorded = async () => {
      const { rows } = await db
        .execute(sql`
          select status, count(*)::int as runs, count(distinct task_id)::int as tasks from executions group by 1`)
        .catch(() => ({ rows: [] }))
      return rows
    }
    await expect.poll(recorded, { interval: 500 }).toEqual([{ status: 'SUCCEEDED', runs: tasks, tasks }])
    const { rows } = await db.execute(sql`
      select executions_total, in_flight_execution_id is null as is_idle, count(*)::int from schedules group by 1, 2`)
    expect(rows).toEqual([{ executions_total: 1, is_idle: true, count: tasks }])
    for (const { port } of executors) {
      const ready = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status
      await expect.poll(ready).toBe(200)
    }
    await expect.poll(invariants.jobsLeft).toBe(0)
    expect(await invariants.check()).toEqual([])
  })
})
