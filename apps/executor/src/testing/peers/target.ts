import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface ReceivedCall {
  method: string
  path: string
  headers: IncomingMessage['headers']
  /** Names and values by turns, as they came. */
  rawHeaders: string[]
  body: string
  executionId: string
  atMs: number
  /** The status of its answer, once that has gone out whole. */
  answered: number | null
  response: ServerResponse
}

export interface Target {
  origin: string
  port: number
  /** Every call that arrived, in order. */
  calls: ReceivedCall[]
  callsOf: (path: string) => ReceivedCall[]
  /** How the path, or with `*` any other, is answered from now on; anything else gets 200 and "ok". */
  on: (path: string, answer: (call: ReceivedCall) => void) => void
  close: () => Promise<void>
}

/** A real HTTP server of the test's own, whose answers the test decides. */
export const startTarget = async (): Promise<Target> => {
  const calls: ReceivedCall[] = []
  const answers = new Map<string, (call: ReceivedCall) => void>()
  const sockets = new Set<Socket>()
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).map(String).join('')
    const { method = '', url: path = '', headers, rawHeaders } = request
    const executionId = String(headers['knockwire-execution-id'])
    const call: ReceivedCall = {
      method,
      path,
      headers,
      rawHeaders,
      body,
      executionId,
      atMs: Date.now(),
      answered: null,
      response,
    }
    calls.push(call)
    response.once('finish', () => (call.answered = response.statusCode))
    const answer = answers.get(path) ?? answers.get('*')
    if (answer) answer(call)
    else response.end('ok')
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    calls,
    callsOf: (path) => calls.filter((call) => call.path === path),
    on: (path, answer) => void answers.set(path, answer),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
