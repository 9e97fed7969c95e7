import { createServer } from 'node:http'

/** Answers after so many milliseconds, and counts how often each execution has called: `/counts` says what came of it. */
const [delayMs = '200'] = process.argv.slice(2)
const calls = new Map<string, number>()

const counts = () => ({
  executions: calls.size,
  repeated: [...calls.values()].filter((count) => count > 1).length,
  ids: [...calls.keys()],
})

const server = createServer((request, response) => {
  if (request.url === '/counts') return void response.end(JSON.stringify(counts()))
  if (request.url === '/forget') {
    calls.clear()
    return void response.end()
  }
  const id = String(request.headers['knockwire-execution-id'])
  calls.set(id, (calls.get(id) ?? 0) + 1)
  setTimeout(() => response.end('{"status":"ok"}'), Number(delayMs))
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${JSON.stringify({ port: typeof address === 'object' && address ? address.port : 0 })}\n`)
})
process.on('SIGTERM', () => process.exit(0))
