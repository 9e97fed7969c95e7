import { dueChannel } from '@knockwire/db/channels'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { startExecutorProcess } from '../testing/executor-process.ts'
import { seedAccount, seedTasks } from '../testing/rows/seed.ts'
import { startTarget } from '../testing/peers/target.ts'
import { useTestDatabase } from '../testing/test-executor.ts'
import { watchInvariants } from '../testing/watch-invariants.ts'

const accounts = 20
const tasksEach = 500

describe('two executors racing for 10,000 due tasks', async () => {
  const { db, pool, url, stopAfter } = await useTestDatabase()

  it('make and record each exactly once', async () => {
    const target = await startTarget()
    stopAfter(target.close)
    const invariants = await watchInvariants(pool, target)
    const notYet = { dueAt: null }
    for (let n = 0; n < accounts; n += 1) {
      const { id: accountId } = await seedAccount(db)
      await seedTasks(
        db,
        Array.from({ length: tasksEach }, () => ({ accountId, uri: target.origin, schedule: notYet })),
      )
    }
    const executors = await Promise.all([startExecutorProcess(url), startExecutorProcess(url)])
    for (const { kill } of executors) stopAfter(kill)
    // Both are there: on a busy machine one may have run them all before the other has started.
    await db.execute(sql`update schedules set due_at = now(), anchor_at = now()`)
    await db.execute(sql`select pg_notify(${dueChannel}, '')`)

    const recorded = async () => {
      const { rows } = await db.execute<{ runs: number; tasks: number; open: number }>(sql`
        select count(*)::int as runs, count(distinct task_id)::int as tasks,
          count(*) filter (where status <> 'SUCCEEDED')::int as open
        from executions`)
      return rows[0]
    }
    const all = accounts * tasksEach
    // How long they take is the bench's matter: a busy machine has made 9,000 of them in the usual minute.
    await expect.poll(recorded, { interval: 500, timeout: 240_000 }).toEqual({ runs: all, tasks: all, open: 0 })
    expect(target.calls).toHaveLength(all)
    expect(new Set(target.calls.map(({ executionId }) => executionId)).size).toBe(all)
    const { rows } = await db.execute(sql`
      select executions_total, in_flight_execution_id is null as is_idle, count(*)::int from schedules group by 1, 2`)
    expect(rows).toEqual([{ executions_total: 1, is_idle: true, count: all }])
    const shares = await Promise.all(executors.map(({ operatorPort }) => runsOf(operatorPort)))
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(all)
    expect(Math.min(...shares)).toBeGreaterThan(0)
    await expect.poll(invariants.jobsLeft).toBe(0)
    expect(await invariants.check()).toEqual([])
  }, 300_000)
})

const runsOf = async (port: number) => {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return Number(/knockwire_runs_total\{outcome="succeeded"\} (\d+)/.exec(metrics)?.[1] ?? 0)
}
