import { uuidv7 } from '@knockwire/db/uuidv7'
import Fastify, { type FastifyRequest } from 'fastify'
import pg from 'pg'

/**
 * What is compared against: a Fastify handler that does nothing, or that inserts the row that the ingress does, as one
 * commonly writes that, or as a prepared statement.
 */
const [mode = 'nothing', url = ''] = process.argv.slice(2)
const receiverId = '00000000-0000-7000-8000-000000000000'
const insertSql = `
  insert into received_requests (id, receiver_id, created_at, method, url, remote_address, response_code,
    request_headers, request_body, response_body, content_type)
  values ($1, $2, now(), $3, $4, $5, 200, $6, $7, 'ok', 'text/plain')`

const app = Fastify()
const pool = new pg.Pool({ connectionString: url, max: 20 })

const insert = async (request: FastifyRequest) => {
  const { method, url: path, ip, raw, body } = request
  const values = [uuidv7(), receiverId, method, path, ip, JSON.stringify(raw.rawHeaders), JSON.stringify(body)]
  await pool.query({ text: insertSql, values, ...(mode === 'prepared' && { name: 'insert' }) })
  return 'ok'
}
app.post('/r/:token', mode === 'nothing' ? async () => 'ok' : insert)
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
process.stdout.write(`${JSON.stringify({ port: typeof address === 'object' ? address?.port : 0 })}\n`)
process.on('SIGTERM', () => process.exit(0))
