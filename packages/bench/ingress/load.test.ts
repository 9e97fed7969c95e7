import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadFully, wrk } from './load.ts'

let server: Server
let directory: string
let status = 200
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'knockwire-load-'))
  await writeFile(join(directory, 'tokens.txt'), 'aaaaaaaaaaaaaaaaaaaaaa\nbbbbbbbbbbbbbbbbbbbbbb')
  server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(status).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(directory, { recursive: true })
})

const load = () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const target = { origin: `http://127.0.0.1:${port}`, tokensFile: join(directory, 'tokens.txt'), seconds: 1 }
  return loadFully(target, 'together')
}

const isMissing = spawnSync(wrk, ['--version']).error !== undefined

it.skipIf(isMissing)('a load whose requests are all answered counts them', async () => {
  status = 200
  await expect(load()).resolves.toMatchObject({ errors: 0, rejected: 0 })
})

it.skipIf(isMissing)('a load some of whose requests are rejected fails the measure', async () => {
  status = 429
  await expect(load()).rejects.toThrow('Not all were answered well')
})
