import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { it } from 'vitest'
import { waitUntilReady } from './wait-until-ready.ts'

const listen = async (server: Server, port: number): Promise<boolean> => {
  server.listen(port, '127.0.0.1')
  return once(server, 'listening').then(
    () => true,
    () => false,
  )
}

/** Ports that browsers block, and `fetch` with them; any that is free here will do. */
const blocked = [6000, 6665, 6666, 6667, 6668, 6669, 6697, 10080]

it('an app on a port that browsers block is found ready', async (t) => {
  const server = createServer((_, response) => response.end('ok'))
  for (const port of blocked) {
    if (!(await listen(server, port))) continue
    t.onTestFinished(() => void server.close())
    await assert.rejects(fetch(`http://127.0.0.1:${port}/readyz`))
    return waitUntilReady('app', `http://127.0.0.1:${port}/readyz`, AbortSignal.timeout(10_000))
  }
  assert.fail('None of the ports is free.')
})

it('an app that does not respond, or responds with an error, is waited for', async (t) => {
  let requests = 0
  const server = createServer((_, response) => {
    requests += 1
    if (requests === 1) response.destroy()
    else response.writeHead(requests === 2 ? 503 : 200).end('migrating')
  })
  assert.ok(await listen(server, 0))
  t.onTestFinished(() => void server.close())
  const address = server.address()
  const port = address instanceof Object ? address.port : 0
  await waitUntilReady('app', `http://127.0.0.1:${port}/readyz`, AbortSignal.timeout(10_000))
  assert.equal(requests, 3)
})
