import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, it } from 'vitest'
import type { AppPrograms } from './app-programs.ts'
import type { StartSettings } from './settings.ts'
import { startApps } from './start-apps.ts'

let directory: string
let undos: (() => Promise<void>)[]
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'knockwire-start-'))
  undos = []
})
afterEach(async () => {
  for (const undo of undos) await undo()
  await rm(directory, { recursive: true, force: true })
})

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return address instanceof Object ? address.port : 0
}

const script = async (name: string, code: string): Promise<string> => {
  const path = join(directory, `${name}.mjs`)
  await writeFile(path, code)
  return path
}

const serve = (port: number) => `import { createServer } from 'node:http'
const server = createServer((_, response) => response.end('ok'))
const listen = () => server.listen(${port}, '127.0.0.1')
process.on('SIGTERM', () => { server.close(); server.closeAllConnections() })
`

it('the executor starts once the API listens, so that its first call finds a receiver of this server', async () => {
  const [api, executor] = [await freePort(), await freePort()]
  const answer = join(directory, 'answer')
  const programs: AppPrograms = {
    // What the API does before it listens takes longer than the start of the executor.
    api: await script('api', `${serve(api)}setTimeout(listen, 500)`),
    executor: await script(
      'executor',
      `import { writeFile } from 'node:fs/promises'
${serve(executor)}
const answer = await fetch('http://127.0.0.1:${api}/').then(({ status }) => String(status), () => 'refused')
await writeFile(${JSON.stringify(answer)}, answer)
listen()`,
    ),
    migrate: '',
  }
  const settings = { host: '127.0.0.1', api: { port: api }, executor: { port: executor } } as StartSettings
  const shutdown = {
    signal: new AbortController().signal,
    onStop: (undo: () => Promise<void>) => undos.push(undo),
    onForce: () => {},
    stop: () => Promise.reject(new Error('nobody stops')),
  }
  await startApps(settings, process.env, shutdown, programs)
  assert.equal(await readFile(answer, 'utf8'), '200')
})
