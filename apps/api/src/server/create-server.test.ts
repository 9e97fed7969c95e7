import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, expect, it } from 'vitest'
import { type ClientTimeouts, createServer } from './create-server.ts'
import { openRaw, statusesIn } from '../testing/calls/raw-http.ts'
import { testSettings } from '../testing/test-settings.ts'

const apps: FastifyInstance[] = []
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())))

const start = async (timeouts?: ClientTimeouts) => {
  const app = createServer({ log: pino({ level: 'silent' }), settings: testSettings('postgres://unused') }, timeouts)
  apps.push(app)
  app.post('/', async () => 'taken')
  return Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
}

const quick = { headersMs: 200, requestMs: 400, checkMs: 50 }
const headers = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'

it.each([
  ['a body', `${headers}Content-Length: 10000\r\n\r\n`],
  ['headers', `${headers}X-Slow: `],
  ['a request line', 'POST /'],
])('a connection on which %s drips in is closed soon after its time is over', async (_, begun) => {
  const { write, closed, received, socket } = await openRaw(await start(quick))
  write(begun)
  const drip = setInterval(() => write('x'), 20)
  await closed
  clearInterval(drip)
  socket.destroy()
  expect(statusesIn(received())).toEqual([408])
})

it('the server takes connections in a bounded number, and gives each a bounded time', async () => {
  await start()
  const [app] = apps
  expect(app?.server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 30_000, maxConnections: 10_000 })
})

it('a stop does not wait for a connection that carried nothing yet', async () => {
  const { received, closed, socket } = await openRaw(await start())
  await Promise.all(apps.splice(0).map((app) => app.close()))
  await closed
  expect(received()).toBe('')
  socket.destroy()
})

it('a client that closes its side after a whole request gets its answer', async () => {
  const { socket, received, closed } = await openRaw(await start())
  socket.end(`${headers}Content-Length: 2\r\n\r\n{}`)
  await closed
  expect(statusesIn(received())).toEqual([200])
})
