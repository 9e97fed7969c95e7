import { insertRetriedDelivery } from '../../testing/rows/retried-delivery.ts'
import { insertTestTask } from '@knockwire/db/testing/insert-task'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

describe('health and metrics', () => {
  let test: TestApp
  beforeAll(async () => void (test = await createTestApp()))
  afterAll(() => test.close())

  it('is alive without the database, and ready only with it and its migrations', async () => {
    const status = async (url: string) => (await test.inject({ url })).statusCode
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200])
    await test.pool.query('alter table drizzle.__drizzle_migrations rename to mislaid')
    test.clock.advance(1000)
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503])
    await test.pool.query('alter table drizzle.mislaid rename to __drizzle_migrations')
    test.clock.advance(1000)
    expect(await status('/readyz')).toBe(200)
  })

  it('measures requests by route, not by path', async () => {
    await test.inject({ url: '/api/v1/accounts/me' })
    await test.inject({ url: '/wp-login.php?a=1' })
    const body = await test.metrics()
    expect(body).toContain(
      'knockwire_http_request_duration_seconds_count{method="GET",route="/api/v1/accounts/me",status="401"} 1',
    )
    expect(body).not.toContain('wp-login')
    expect(body).toContain('nodejs_eventloop_lag_p99_seconds')
  })

  it('measures what waits in the database, so that it is known where no executor is left to say so', async () => {
    const valueOf = async (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(await test.metrics())?.[1])
    expect(await valueOf('knockwire_oldest_due_seconds')).toBe(0)
    const { taskId } = await insertTestTask(test.db)
    const due = `update schedules set status = 'ACTIVE', due_at = now() - interval '90 seconds' where task_id = $1`
    await test.pool.query(due, [taskId])
    expect(await valueOf('knockwire_oldest_due_seconds')).toBeGreaterThanOrEqual(90)
    await test.context.queue.send(test.db, 'deliver-email', [{ deliveryId: taskId }])
    await test.pool.query(
      `update pgboss.job set start_after = now() - interval '5 minutes' where name = 'deliver-email'`,
    )
    expect(await valueOf('knockwire_delivery_jobs_waiting')).toBe(1)
    expect(await valueOf('knockwire_oldest_delivery_seconds')).toBeGreaterThanOrEqual(300)
  })

  it('measures how long a mail that cannot be sent has waited, also until its next attempt', async () => {
    const valueOf = async (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(await test.metrics())?.[1])
    await test.pool.query("delete from pgboss.job where name like 'deliver-%'")
    const deliveryId = await insertRetriedDelivery(test, 'EMAIL')
    await test.context.queue.send(test.db, 'deliver-email', [{ deliveryId }], { startAfterSeconds: 240 })
    expect(await valueOf('knockwire_delivery_jobs_waiting')).toBe(0)
    expect(await valueOf('knockwire_oldest_delivery_seconds')).toBeGreaterThanOrEqual(300)
    await test.pool.query("delete from pgboss.job where name like 'deliver-%'")
    const ofUser = await insertRetriedDelivery(test, 'HTTP')
    await test.context.queue.send(test.db, 'deliver-http', [{ deliveryId: ofUser }], { startAfterSeconds: 240 })
    expect(await valueOf('knockwire_oldest_delivery_seconds')).toBe(0)
  })

  it('measures the mails of the server itself that are not sent yet, also those that are tried again', async () => {
    const valueOf = async (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(await test.metrics())?.[1])
    await test.pool.query("delete from pgboss.job where name = 'system-mail'")
    expect(await valueOf('knockwire_oldest_system_mail_seconds')).toBe(0)
    const mail = { to: 'ada@example.com', subject: 'Your code', text: 'It is 123456.' }
    await test.context.queue.send(test.db, 'system-mail', [mail])
    await test.pool.query(`
      update pgboss.job set state = 'retry', created_on = now() - interval '5 minutes', start_after = now() + interval '5 minutes'
      where name = 'system-mail'`)
    expect(await valueOf('knockwire_system_mails_waiting')).toBe(1)
    expect(await valueOf('knockwire_oldest_system_mail_seconds')).toBeGreaterThanOrEqual(300)
  })

  it('says which version runs and how much there is, and counts what is many only once in five minutes', async () => {
    test.clock.advance(5 * 60_000)
    const text = await test.metrics()
    expect(text).toMatch(/^knockwire_build_info\{app="api",version="\d+\.\d+\.\d+",commit="\w+"\} 1$/m)
    for (const name of ['knockwire_stored_bytes', 'knockwire_receivers'])
      expect(text).toMatch(new RegExp(`^${name} 0$`, 'm'))
    const valueOf = async (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(await test.metrics())?.[1])
    expect(await valueOf('knockwire_database_bytes')).toBeGreaterThan(1_000_000)
    const [accounts, tasks] = [await valueOf('knockwire_accounts'), await valueOf('knockwire_tasks')]
    await insertTestTask(test.db)
    expect(await valueOf('knockwire_accounts')).toBe(accounts)
    test.clock.advance(5 * 60_000)
    expect(await valueOf('knockwire_accounts')).toBe(accounts + 1)
    expect(await valueOf('knockwire_tasks')).toBe(tasks + 1)
  })

  it('counts sign-ins by whether who signs in proved who they are', async () => {
    const { email, password } = await test.signUp('Measured')
    const url = '/api/v1/auth/sign-in'
    for (const payload of [
      { email, password },
      { email, password: 'not the password' },
      { email, password: '' },
    ])
      await test.inject({ method: 'POST', url, payload })
    const text = await test.metrics()
    for (const outcome of ['accepted', 'rejected'])
      expect(text).toContain(`knockwire_sign_ins_total{method="password",outcome="${outcome}"} 1`)
  })

  it('answers readiness from one check a second, however many ask', async () => {
    test.clock.advance(1000)
    const execute = vi.spyOn(test.context.db, 'execute')
    const ask = async () => (await test.inject({ url: '/readyz' })).statusCode
    const statuses = await Promise.all(Array.from({ length: 50 }, ask))
    test.clock.advance(999)
    statuses.push(await ask())
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(execute).toHaveBeenCalledOnce()
    test.clock.advance(1)
    await ask()
    expect(execute).toHaveBeenCalledTimes(2)
    execute.mockRestore()
  })

  it('serves no metrics on the public port', async () => {
    expect((await test.inject({ url: '/metrics' })).statusCode).toBe(404)
  })
})
