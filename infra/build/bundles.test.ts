import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort } from '@knockwire/db/testing/processes/free-port'
import { startTestServer } from '@knockwire/db/testing/test-server'
import { defaultRequestTarget } from '@knockwire/domain/requests/request-rules'
import { defaultScheduler } from '@knockwire/domain/schedules/default-scheduler'
import pg from 'pg'
import { afterAll, beforeAll, it, vi } from 'vitest'
import { root } from '../process/root.ts'
import { bundleApp, bundledApps } from './bundle-app.ts'

const demo = { email: 'demo@knockwire.example', password: 'a password of the test' }
const database = `bundles_${process.pid}`
const running: ChildProcess[] = []
let folder: string
let server: { url: string; stop: () => Promise<void> }

const onServer = async (sql: string) => {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

beforeAll(async () => {
  // Outside of the repository: no package can be found from there.
  folder = await mkdtemp(join(tmpdir(), 'knockwire-bundles-'))
  // A start looks for the built pages.
  await writeFile(join(folder, 'index.html'), '<title>Pages</title>')
  const shared = process.env['KNOCKWIRE_TEST_SERVER_URL']
  server = shared ? { url: shared, stop: async () => {} } : await startTestServer()
  await onServer(`create database ${database}`)
  const areBuilt = process.env['KNOCKWIRE_TEST_BUNDLES'] === '1'
  for (const app of bundledApps) {
    const ownFolder = join(folder, app.name)
    if (areBuilt) await cp(join(root, 'apps', app.name, 'dist'), ownFolder, { recursive: true })
    else await bundleApp(app, ownFolder)
  }
})

afterAll(async () => {
  for (const child of running) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  await onServer(`drop database if exists ${database} with (force)`)
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a program of a bundle with the test's settings, from the bundles' folder. */
const run = (program: string, env: Record<string, string>): ChildProcess => {
  const child = spawn(process.execPath, [join(folder, program)], {
    cwd: folder,
    env: {
      DATABASE_URL: new URL(`/${database}`, server.url).href,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      KNOCKWIRE_EMBEDDED: '1',
      KNOCKWIRE_DEMO_EMAIL: demo.email,
      KNOCKWIRE_DEMO_PASSWORD: demo.password,
      RATE_SOURCES: 'none',
      LOG_LEVEL: 'warn',
      WEB_ROOT: folder,
      SITE_ROOT: folder,
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  running.push(child)
  return child
}

const startTarget = async () => {
  const received: string[] = []
  const target = createServer(async (request, response) => {
    received.push(await text(request))
    response.setHeader('content-type', 'application/json').end('{"state": "down"}')
  })
  target.listen(0, '127.0.0.1')
  await once(target, 'listening')
  const { port } = target.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, received, close: () => target.close() }
}

/** Signs in as the demonstration account, and calls the API as the dashboard does. */
const signIn = async (origin: string) => {
  const call = async <T>(method: string, path: string, body: object | null, cookie = ''): Promise<[T, Response]> => {
    const headers = { origin, cookie, ...(body && { 'content-type': 'application/json' }) }
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = await response.text()
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${answer}`)
    return [(answer === '' ? null : JSON.parse(answer)) as T, response]
  }
  const [, response] = await call('POST', '/auth/sign-in', demo)
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  return async <T>(method: string, path: string, body: object | null = null) =>
    (await call<T>(method, path, body, cookie))[0]
}

const until = (url: string) =>
  vi.waitFor(async () => assert.equal((await fetch(url)).status, 200), { timeout: 60_000, interval: 50 })

/** A minifier puts a function where it is assigned, which is what these constants are to prevent; see docs/decisions/0007. */
it('the bundles assign what pg and a deadline call back as a constant', async () => {
  const assignments = /query\.callback=settle\b|query\.callback=settleInTime\b|this\.#abandon=abandon\b/g
  for (const { name } of bundledApps) {
    const files = (await readdir(join(folder, name))).filter((file) => file.endsWith('.js'))
    const code = await Promise.all(files.map((file) => readFile(join(folder, name, file), 'utf8')))
    const found = code.flatMap((file) => file.match(assignments) ?? [])
    assert.deepEqual(found.toSorted(), [
      'query.callback=settle',
      'query.callback=settleInTime',
      'this.#abandon=abandon',
    ])
  }
})

it('the bundles migrate, serve, and run a task outside of the repository', async () => {
  const files = await readdir(folder, { recursive: true })
  assert.deepEqual(
    files.filter((file) => /\.tsx?$|node_modules/.test(file)),
    [],
  )
  const [code] = await once(run('api/migrate.js', {}), 'exit')
  assert.equal(code, 0)

  const [api, receivers, operator, executor] = [await freePort(), await freePort(), await freePort(), await freePort()]
  const collector = await startTarget()
  const traces = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector.url }
  const ports = { ...traces, PORT: String(api), RECEIVER_PORT: String(receivers), OPERATOR_PORT: String(operator) }
  run('api/main.js', ports)
  run('executor/main.js', { ...ports, EXECUTOR_PORT: String(executor), EXECUTOR_OPERATOR_PORT: '0' })
  await Promise.all([until(`http://127.0.0.1:${api}/readyz`), until(`http://127.0.0.1:${executor}/readyz`)])

  const target = await startTarget()
  const call = await signIn(`http://localhost:${api}`)
  const { id } = await call<{ id: string }>('POST', '/tasks/empty')
  await call('POST', `/tasks/${id}?activate=true`, {
    name: 'Outside',
    scheduler: { ...defaultScheduler, mode: 'CUSTOM', expression: '0 0 1 1 *' },
    request: { target: { ...defaultRequestTarget, uri: target.url, method: 'POST', body: 'from the bundle' } },
  })
  const { executionId } = await call<{ executionId: string }>('POST', `/tasks/${id}/lifecycle/test`)
  await vi.waitFor(
    async () => {
      const execution = await call<{ status: string }>('GET', `/tasks/${id}/executions/${executionId}`)
      assert.equal(execution.status, 'SUCCEEDED')
    },
    { timeout: 60_000, interval: 50 },
  )
  // Which only asks for it when it is set up, so that it is in its own file.
  await vi.waitFor(
    () => {
      for (const app of ['api', 'executor'])
        assert.ok(collector.received.some((spans) => spans.includes(`"knockwire-${app}"`)))
    },
    { timeout: 60_000, interval: 50 },
  )
  collector.close()
  target.close()
  assert.deepEqual(target.received, ['from the bundle'])
})
