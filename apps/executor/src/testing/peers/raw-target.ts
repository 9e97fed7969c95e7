import { createServer, type Socket } from 'node:net'
import { startTarget } from './target.ts'

interface RawTarget {
  origin: string
  close: () => Promise<void>
}

/** A server that says what no HTTP server would: the test writes to the socket once a request has come. */
export const startRawTarget = async (onRequest: (socket: Socket) => void): Promise<RawTarget> => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    socket.once('data', () => onRequest(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Answer {
  status: number
  headers?: Record<string, string>
  body?: string
}

/** A provider that answers as the test says, or not at all. */
export const startAnsweringServer = async () => {
  const target = await startTarget()
  let answer: Answer | 'silence' = { status: 200 }
  let first: Answer[] = []
  target.on('*', ({ response }) => {
    const next = first.shift() ?? answer
    if (next === 'silence') return
    response.writeHead(next.status, next.headers).end(next.body)
  })
  return {
    origin: target.origin,
    calls: target.calls,
    /** From now on; `before`: these come first, each once. */
    answer: (next: Answer | 'silence', before: Answer[] = []) => {
      answer = next
      first = before
    },
    close: target.close,
  }
}
