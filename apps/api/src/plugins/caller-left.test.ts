import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { compressAnswers } from './compression.ts'
import { installErrorHandler } from './error-handler.ts'

let app: FastifyInstance
afterEach(() => app.close())

it('a caller that leaves before its answer is no error', async () => {
  const lines: { level: number; msg: string }[] = []
  const write = (line: string) => void lines.push(JSON.parse(line))
  app = Fastify({ logger: { level: 'info', stream: { write } }, disableRequestLogging: true })
  await compressAnswers(app)
  installErrorHandler(app)
  app.post('/', async (request) => {
    // Compressing takes longer than this.
    setImmediate(() => request.raw.socket.destroy())
    return 'x'.repeat(10_000_000)
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const headers = { 'accept-encoding': 'br', 'content-type': 'application/json' }
  await expect(fetch(origin, { method: 'POST', headers, body: '{}' })).rejects.toThrow('fetch failed')
  await expect.poll(() => lines.map(({ msg }) => msg)).toContain('the caller left before the answer')
  const warning = 40
  expect(lines.filter(({ level }) => level >= warning)).toEqual([])
})
