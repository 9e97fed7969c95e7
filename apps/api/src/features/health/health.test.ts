import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

describe('health and metrics', () => {
  let test: TestApp
  beforeAll(async () => void (test = await createTestApp()))
  afterAll(() => test.close())

  it('is alive without the database, and ready only with it and its migrations', async () => {
    const status = async (url: string) => (await test.inject({ url })).statusCode
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200])
    await test.pool.query('alter table drizzle.__drizzle_migrations rename to mislaid')
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503])
    await test.pool.query('alter table drizzle.mislaid rename to __drizzle_migrations')
    expect(await status('/readyz')).toBe(200)
  })

  it('measures requests by route, not by path, and the database’s connections', async () => {
    await test.inject({ url: '/api/v1/accounts/me' })
    await test.inject({ url: '/wp-login.php?a=1' })
    const { body, headers } = await test.inject({ url: '/metrics' })
    expect(headers['content-type']).toContain('text/plain')
    expect(body).toContain(
      'knockwire_http_request_duration_seconds_count{method="GET",route="/api/v1/accounts/me",status="401"} 1',
    )
    expect(body).not.toContain('wp-login')
    expect(body).toMatch(/knockwire_database_connections\{state="idle"\} \d/)
    expect(body).toContain('nodejs_eventloop_lag_p99_seconds')
  })
})
