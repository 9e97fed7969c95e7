import type { Readiness } from '@knockwire/db/readiness'
import { pino } from 'pino'
import { Counter, Registry } from 'prom-client'
import { afterEach, expect, it } from 'vitest'
import { type HealthServer, startHealthServer } from './health-server.ts'

const log = pino({ level: 'silent' })
let server: HealthServer
afterEach(() => server.close())

const start = async (readiness: () => Promise<Readiness>, registry?: Registry) => {
  server = await startHealthServer('127.0.0.1', 0, { version: '1.2.3', readiness, log, ...(registry && { registry }) })
}
const get = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`)
const statusesOf = (paths: string[]) => Promise.all(paths.map(async (path) => (await get(path)).status))
const isReady = async () => ({ isReady: true }) as const

it('serves the metrics of its process, and whether it lives and does its work', async () => {
  const registry = new Registry()
  new Counter({ name: 'things_total', help: 'Things.', registers: [registry] }).inc(3)
  await start(isReady, registry)
  const metrics = await get('/metrics?x=1')
  expect(metrics.headers.get('content-type')).toBe(registry.contentType)
  expect(await metrics.text()).toContain('things_total 3')
  expect(await statusesOf(['/healthz', '/readyz?x=1', '/', '/api/v1/accounts/me'])).toEqual([200, 200, 404, 404])
})

it('answers any path that a client writes, and serves no metrics without a registry', async () => {
  await start(isReady)
  expect(await statusesOf(['//', '//[', '/metrics', '/healthz'])).toEqual([404, 404, 404, 200])
})

it('says why its process is not ready, and outlives a check that fails', async () => {
  await start(async () => ({ isReady: false, reason: 'The database does not answer.' }))
  const response = await get('/readyz')
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({
    status: 'not ready',
    reason: 'The database does not answer.',
    version: '1.2.3',
  })
  await server.close()
  await start(async () => {
    throw new Error('The check failed.')
  })
  expect(await statusesOf(['/readyz', '/healthz'])).toEqual([500, 200])
})
