import type { RequestMethod } from '@knockwire/domain/requests/request-target'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { startExecutorProcess } from '../testing/executor-process.ts'
import { scheduleOf, untilEnded } from '../testing/history.ts'
import { seedAccount, seedTask } from '../testing/rows/seed.ts'
import { startTarget } from '../testing/peers/target.ts'
import { useTestDatabase } from '../testing/test-executor.ts'
import { watchInvariants } from '../testing/watch-invariants.ts'

/** A missed heartbeat and the look for it, and the call. */
const takeoverMs = 120_000

const interrupted = { status: 'FAILED', errorCode: 'INTERRUPTED', statusCode: null }

describe('an executor killed (-9)', async () => {
  const { db, pool, url, stopAfter } = await useTestDatabase()
  const target = await startTarget()
  stopAfter(target.close)
  const invariants = await watchInvariants(pool, target)
  const account = await seedAccount(db)

  const start = async () => {
    const executor = await startExecutorProcess(url)
    stopAfter(executor.kill)
    return executor
  }
  const seed = (path: string, method: RequestMethod) =>
    seedTask(db, { accountId: account.id, uri: `${target.origin}${path}`, request: { method } })

  const expectIdle = async (taskId: string) => {
    expect(await scheduleOf(db, taskId)).toMatchObject({ inFlightExecutionId: null, executionsTotal: 1 })
  }
  /** Executors' sessions that wait for a lock in a statement with this text. */
  const waitingForLock = async (text: string) => {
    const { rows } = await db.execute<{ count: number }>(sql`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name = 'knockwire-executor'
        and wait_event_type = 'Lock' and position(${text} in query) > 0`)
    return rows[0]?.count ?? 0
  }
  /** A dead client's session would otherwise finish its statement when the lock is gone, as if it had committed in time. */
  const endSessions = () =>
    db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'knockwire-executor'`)

  it('during calls: a safe one is made again, another ends as interrupted, and each is recorded once', async () => {
    target.on('/during', () => {})
    const [get, put, post] = await Promise.all(
      (['GET', 'PUT', 'POST'] as const).map((method) => seed('/during', method)),
    )
    const first = await start()
    await expect.poll(() => target.callsOf('/during').length).toBe(3)
    await first.kill()
    target.on('/during', ({ response }) => void response.end('second'))
    const second = await start()
    for (const taskId of [get, put]) {
      const history = await untilEnded(db, taskId ?? '', 1, takeoverMs)
      expect(history).toMatchObject([{ status: 'SUCCEEDED', details: { responseBody: Buffer.from('second') } }])
      await expectIdle(taskId ?? '')
    }
    expect(await untilEnded(db, post ?? '', 1, takeoverMs)).toMatchObject([interrupted])
    await expectIdle(post ?? '')
    const calls = target.callsOf('/during').map(({ method }) => method)
    expect(calls.toSorted()).toEqual(['GET', 'GET', 'POST', 'PUT', 'PUT'])
    expect(new Set(target.callsOf('/during').map(({ executionId }) => executionId)).size).toBe(3)
    await second.kill()
  })

  it('after the answer, before its commit: nothing is lost, and nothing recorded twice', async () => {
    const answers: (() => void)[] = []
    target.on('/before-commit', ({ response }) => void answers.push(() => response.end('answer')))
    const [get, post] = await Promise.all((['GET', 'POST'] as const).map((method) => seed('/before-commit', method)))
    const first = await start()
    await expect.poll(() => answers.length).toBe(2)
    const client = await pool.connect()
    await client.query('begin')
    await client.query('select from executions where task_id = any ($1) for update', [[get, post]])
    for (const answer of answers) answer()
    await expect.poll(() => waitingForLock('with result as')).toBeGreaterThan(0)
    await first.kill()
    await endSessions()
    await client.query('rollback')
    client.release()
    target.on('/before-commit', ({ response }) => void response.end('again'))
    const second = await start()
    expect(await untilEnded(db, get ?? '', 1, takeoverMs)).toMatchObject([
      { status: 'SUCCEEDED', details: { responseBody: Buffer.from('again') } },
    ])
    expect(await untilEnded(db, post ?? '', 1, takeoverMs)).toMatchObject([interrupted])
    expect(target.callsOf('/before-commit')).toHaveLength(3)
    for (const taskId of [get, post]) await expectIdle(taskId ?? '')
    await second.kill()
  })

  it('between claim and commit: the run is claimed again, and made once', async () => {
    const client = await pool.connect()
    await client.query('begin')
    // Claiming ends with sending the job, for which this leaves no room.
    await client.query('lock table pgboss.job in access exclusive mode')
    const first = startExecutorProcess(url)
    const taskId = await seed('/claimed', 'POST')
    await expect.poll(() => waitingForLock('INSERT INTO pgboss')).toBeGreaterThan(0)
    expect((await scheduleOf(db, taskId)).inFlightExecutionId).toBeNull()
    await (await first).kill()
    await endSessions()
    await client.query('rollback')
    client.release()
    const second = await start()
    expect(await untilEnded(db, taskId)).toMatchObject([{ status: 'SUCCEEDED' }])
    expect(target.callsOf('/claimed')).toHaveLength(1)
    await expectIdle(taskId)
    await second.kill()
  })

  it('leaves nothing queued or running, no job, and no run missed, doubled or recorded wrongly', async () => {
    const last = await start()
    const open = async () => {
      const { rows } = await db.execute<{ runs: number; jobs: number }>(sql`
        select (select count(*) from executions where status in ('QUEUED', 'RUNNING'))::int as runs,
          (select count(*) from pgboss.job where name = 'run' and state < 'completed')::int as jobs`)
      return rows[0]
    }
    // The last one's jobs may have been killed between a run's ending and their own, half a second later.
    await expect.poll(open, { timeout: takeoverMs }).toEqual({ runs: 0, jobs: 0 })
    expect(await invariants.check()).toEqual([])
    await last.kill()
  })
})
