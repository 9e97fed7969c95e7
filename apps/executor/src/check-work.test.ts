import { schedules } from '@knockwire/db/schema/tasks'
import { sendDeliveries } from '@knockwire/services/deliveries/delivery-jobs'
import { insertQueued } from '@knockwire/db/testing/insert-queued'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { untilEnded } from './testing/history.ts'
import { onDemand } from './testing/run-now.ts'
import { seedDelivery, untilDone } from './testing/rows/seed-delivery.ts'
import { callTo, seedAccount, seedTask } from './testing/rows/seed.ts'
import { startTarget } from './testing/peers/target.ts'
import { startTestExecutor, useTestDatabase, type TestExecutor } from './testing/test-executor.ts'

describe('health and metrics', async () => {
  const { db, pool, url, stopAfter } = await useTestDatabase()
  let executor: TestExecutor

  beforeAll(async () => {
    executor = await startTestExecutor(url, { stalledMs: 1000 })
    stopAfter(executor.stop)
  })

  const get = async (path: string, port = executor.port) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    return { status: response.status, type: response.headers.get('content-type'), body: await response.text() }
  }

  it('is alive, and ready once dispatch has run', async () => {
    expect(await get('/healthz')).toMatchObject({ status: 200, body: expect.stringContaining('"status":"ok"') })
    await expect
      .poll(() => get('/readyz'))
      .toMatchObject({
        status: 200,
        body: expect.stringMatching(/"status":"ready","version":"\d/),
      })
    expect((await get('/elsewhere')).status).toBe(404)
  })

  it('does nothing about mortgage rates where the operator has them off', async () => {
    const rateMetrics = async (port: number) => (await get('/metrics', port)).body.match(/^knockwire_rate_\w+/gm) ?? []
    const without = await startTestExecutor(url, { settings: { hasRates: false } })
    expect(await rateMetrics(without.operatorPort)).toEqual([])
    await without.stop()
    expect(await rateMetrics(executor.operatorPort)).not.toEqual([])
  })

  it('serves its metrics on the operator’s port only, beside its health', async () => {
    expect((await get('/metrics')).status).toBe(404)
    const statuses = await Promise.all(
      ['/metrics', '/healthz', '/readyz'].map((path) => get(path, executor.operatorPort)),
    )
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  it('counts runs by outcome, how late they started, and what waits', async () => {
    const target = await startTarget()
    stopAfter(target.close)
    const { id: accountId } = await seedAccount(db)
    const due = { dueAt: new Date(Date.now() - 2000) }
    await untilEnded(db, await seedTask(db, { accountId, uri: target.origin, schedule: due }))
    await untilEnded(db, await seedTask(db, { accountId, uri: 'http://10.0.0.1/', schedule: due }))
    const { body, type } = await get('/metrics', executor.operatorPort)
    expect(type).toContain('text/plain')
    expect(body).toMatch(/^knockwire_runs_total\{outcome="succeeded"\} 1$/m)
    expect(body).toMatch(/^knockwire_runs_total\{outcome="blocked_address"\} 1$/m)
    expect(body).toMatch(/^knockwire_run_start_lag_seconds_bucket\{le="1"\} 0$/m)
    expect(body).toMatch(/^knockwire_run_start_lag_seconds_count 2$/m)
    expect(body).toMatch(/^knockwire_dispatch_runs_total 2$/m)
    expect(body).toMatch(/^knockwire_run_accounts\{state="active"\} 1$/m)
    expect(body).toMatch(/^knockwire_run_accounts\{state="failing"\} 0$/m)
    expect(body).toMatch(/^knockwire_build_info\{app="executor",version="\d+\.\d+\.\d+",commit="\w+"\} 1$/m)
    expect(body).toMatch(/^# TYPE process_cpu_seconds_total counter$/m)
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'nodejs_heap_size_used_bytes',
      'process_start_time_seconds',
    ])
      expect(body).toMatch(new RegExp(`^${name} `, 'm'))
    expect(body).toMatch(/^knockwire_retention_lag_seconds 0$/m)
    for (const gauge of ['knockwire_run_jobs_waiting', 'knockwire_calls_in_flight', 'knockwire_calls_waiting'])
      expect(body).toMatch(new RegExp(`^${gauge} 0$`, 'm'))
  })

  const stalled = { status: 503, body: expect.stringContaining('Work does not move') }
  /** Anyone who writes to these rows waits until they are unlocked. */
  const lockRows = async (table: 'executions' | 'deliveries', column: string, id: string) => {
    const client = await pool.connect()
    await client.query('begin')
    await client.query(`select from ${table} where ${column} = $1 for update`, [id])
    return () => client.release(true)
  }

  it('is not ready while a result waits too long to be written, though dispatch runs, and is again once it is', async () => {
    const target = await startTarget()
    stopAfter(target.close)
    let answer = () => {}
    target.on('/stalled', ({ response }) => (answer = () => void response.end('ok')))
    const { id: accountId } = await seedAccount(db)
    const taskId = await seedTask(db, { accountId, uri: `${target.origin}/stalled` })
    await expect.poll(() => target.callsOf('/stalled')).toHaveLength(1)
    const unlock = await lockRows('executions', 'task_id', taskId)
    answer()
    await expect
      .poll(() => get('/readyz'))
      .toMatchObject(stalled)
      .finally(unlock)
    await untilEnded(db, taskId)
    await expect.poll(() => get('/readyz')).toMatchObject({ status: 200 })
  })

  it('is not ready while a run waits too long to be started, and is again once it is', async () => {
    const target = await startTarget()
    stopAfter(target.close)
    const { id: accountId } = await seedAccount(db)
    const taskId = await seedTask(db, { accountId, uri: target.origin, schedule: onDemand })
    const run = { taskId, accountId, trigger: 'TEST' as const, scheduledFor: new Date() }
    const executionIds = await db.transaction((tx) => insertQueued(tx, [run]))
    const { queue } = executor.context
    const unlock = await lockRows('executions', 'task_id', taskId)
    await queue.send(db, 'run', [{ executionIds }])
    queue.announce('run')
    await expect
      .poll(() => get('/readyz'))
      .toMatchObject(stalled)
      .finally(unlock)
    expect(await untilEnded(db, taskId)).toMatchObject([{ status: 'SUCCEEDED' }])
    await expect.poll(() => get('/readyz')).toMatchObject({ status: 200 })
  })

  it('is not ready while a delivery that was taken waits too long for its attempt to begin, and is again once it does', async () => {
    const target = await startTarget()
    stopAfter(target.close)
    const { queue } = executor.context
    const { id: accountId } = await seedAccount(db)
    // Without its job, so that nobody takes it before its row is locked.
    const context = { ...executor.context, queue: { ...queue, send: async () => {} } }
    const id = await seedDelivery({ context, wake: () => {} }, { accountId, setting: callTo(`${target.origin}/hook`) })
    const unlock = await lockRows('deliveries', 'id', id)
    await sendDeliveries(queue, db, [{ id, type: 'HTTP', accountId }])
    queue.announce('deliver-http')
    await expect
      .poll(async () => ({ ...(await get('/readyz')), calls: target.callsOf('/hook').length }))
      .toMatchObject({ ...stalled, calls: 0 })
      .finally(unlock)
    expect((await untilDone(db, id)).status).toBe('DELIVERED')
    await expect.poll(() => get('/readyz')).toMatchObject({ status: 200 })
  })

  it('is not ready while a delivery’s outcome waits too long to be written, and is again once it is', async () => {
    const target = await startTarget()
    stopAfter(target.close)
    let answer = () => {}
    target.on('/hook', ({ response }) => (answer = () => void response.end('ok')))
    const { context } = executor
    const { id: accountId } = await seedAccount(db)
    const wake = () => context.queue.announce('deliver-http')
    const id = await seedDelivery({ context, wake }, { accountId, setting: callTo(`${target.origin}/hook`) })
    await expect.poll(() => target.callsOf('/hook')).toHaveLength(1)
    const unlock = await lockRows('deliveries', 'id', id)
    answer()
    await expect
      .poll(() => get('/readyz'))
      .toMatchObject(stalled)
      .finally(unlock)
    expect((await untilDone(db, id)).status).toBe('DELIVERED')
    await expect.poll(() => get('/readyz')).toMatchObject({ status: 200 })
  })

  it('is not ready where the database lacks a migration', async () => {
    await db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at - 1e12`)
    await expect.poll(() => get('/readyz')).toMatchObject({ status: 503, body: expect.stringMatching(/migration/) })
    await db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at + 1e12`)
    await expect.poll(() => get('/readyz')).toMatchObject({ status: 200 })
    expect(await db.$count(schedules)).toBe(6)
  })
})
