import { createServer } from 'node:http'

/** The least that an HTTP server can do, in its own process: both sides of a comparison call it. */
const small = '{"status":"ok","queue":0}'
const item = (at: number) => ({
  id: at,
  name: `Item ${at}`,
  tags: ['first', 'second'],
  price: at + 0.5,
  note: 'x'.repeat(40),
})
/** 10 KB. */
const large = JSON.stringify({ status: 'ok', items: Array.from({ length: 84 }, (_, at) => item(at)) })
/** A list for which some selectors take time that grows with its square. */
const paragraphs = '<p>x</p>'.repeat(49_000)

/** A number that is none: each of its readers has to go through all of it. */
const digits = (count: number) => `${'1'.repeat(count)}x`

const server = createServer((request, response) => {
  if (request.url === '/paragraphs') {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(paragraphs)
    return
  }
  if (request.url === '/digits') {
    response.writeHead(200, { 'content-type': 'text/plain', 'x-n': digits(12_000) })
    response.end(digits(9_990))
    return
  }
  if (request.method === 'PUT') {
    request.resume().on('end', () => response.end('ok'))
    return
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(request.url === '/10kb' ? large : small)
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${JSON.stringify({ port: typeof address === 'object' && address ? address.port : 0 })}\n`)
})
process.on('SIGTERM', () => process.exit(0))
