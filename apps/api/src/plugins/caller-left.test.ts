import { once } from 'node:events'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { compressAnswers } from './response/compression.ts'
import { installErrorHandler } from './error-handler.ts'
import { RequestLog } from './observe/request-log.ts'

const info = 30

let app: FastifyInstance
afterEach(() => app.close())

const startApp = async () => {
  const lines: { level: number; msg: string; err?: unknown }[] = []
  const write = (line: string) => void lines.push(JSON.parse(line))
  app = Fastify({
    logger: { level: 'info', stream: { write } },
    logController: new RequestLog(),
  })
  await compressAnswers(app)
  installErrorHandler(app)
  return lines
}

it('a caller that leaves during its upload is one line at info, without a stack', async () => {
  const lines = await startApp()
  app.post('/', async () => 'taken')
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(port), '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"a":')
  await once(app.server, 'request')
  socket.resetAndDestroy()
  await expect.poll(() => lines.map(({ msg }) => msg)).toContain('client disconnected')
  // Whatever else there is to say of this request was said once its connection is gone.
  await expect.poll(() => promisify(app.server.getConnections.bind(app.server))()).toBe(0)
  expect(lines.filter(({ level, err }) => level > info || err !== undefined)).toEqual([])
})

it('a caller that leaves before its answer is no error', async () => {
  const lines = await startApp()
  app.post('/', async (request) => {
    // Compressing takes longer than this.
    setImmediate(() => request.raw.socket.destroy())
    return 'x'.repeat(10_000_000)
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const headers = { 'accept-encoding': 'br', 'content-type': 'application/json' }
  await expect(fetch(origin, { method: 'POST', headers, body: '{}' })).rejects.toThrow('fetch failed')
  await expect.poll(() => lines.map(({ msg }) => msg)).toContain('client disconnected')
  expect(lines.filter(({ level }) => level > info)).toEqual([])
})
