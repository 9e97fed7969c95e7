import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, it, vi } from 'vitest'
import { supervise } from './supervise.ts'
import { waitUntilReady } from './wait-until-ready.ts'

let directory: string
let env: NodeJS.ProcessEnv
let url: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'knockwire-supervise-'))
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address instanceof Object ? address.port : 0
  server.close()
  env = { ...process.env, TEST_PORT: String(port) }
  url = `http://127.0.0.1:${port}/`
})

afterEach(() => rm(directory, { recursive: true, force: true }))

const app = async (code: string) => {
  const script = join(directory, 'app.mjs')
  await writeFile(script, code)
  return supervise({ name: 'app', script, env })
}

const serving = `import { createServer } from 'node:http'
const server = createServer((_, response) => response.end('ok')).listen(process.env.TEST_PORT, '127.0.0.1')
process.on('SIGTERM', () => { server.close(); server.closeAllConnections() })`

const ready = () => waitUntilReady('app', url, new AbortController().signal)

it('an app that was killed is started again', async () => {
  const supervised = await app(serving)
  await ready()
  supervised.isUp()
  const first = supervised.pid()
  supervised.kill()
  await assert.rejects(async () => {
    // The old one is gone before the new one answers.
    for (;;) await fetch(url)
  })
  await ready()
  assert.notEqual(supervised.pid(), first)
  await supervised.stop()
  await assert.rejects(fetch(url))
})

it('an app that ends before it was ready fails the start with its exit code', async () => {
  const supervised = await app('process.exit(3)')
  await assert.rejects(supervised.failed, /app ended with code 3 before it was ready/)
  await supervised.stop()
})

it('an app that is stopped finishes what it is doing', async () => {
  const file = join(directory, 'finished')
  const supervised = await app(`${serving}
    import { writeFileSync } from 'node:fs'
    process.on('exit', () => writeFileSync(${JSON.stringify(file)}, ''))`)
  await ready()
  supervised.isUp()
  await supervised.stop()
  assert.ok(existsSync(file))
})

it('an app that is restarted finishes what it is doing and runs its new code', async () => {
  const file = join(directory, 'finished')
  const supervised = await app(`${serving}
    import { writeFileSync } from 'node:fs'
    process.on('exit', () => writeFileSync(${JSON.stringify(file)}, ''))`)
  await ready()
  supervised.isUp()
  const first = supervised.pid()
  await writeFile(join(directory, 'app.mjs'), serving.replace("'ok'", "'changed'"))
  supervised.restart()
  await vi.waitFor(() => assert.notEqual(supervised.pid(), first), 60_000)
  assert.ok(existsSync(file))
  await ready()
  assert.equal(await (await fetch(url)).text(), 'changed')
  await supervised.stop()
})
