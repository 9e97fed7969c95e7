import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { allow } from './answers.ts'

const statusOf: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Content Too Large',
  HPE_INVALID_METHOD: '405 Method Not Allowed',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

const rawAnswer = (status: string) => {
  const allowed = status.startsWith('405') ? `${allow.join(': ')}\r\n` : ''
  return `HTTP/1.1 ${status}\r\n${allowed}Content-Length: 0\r\nConnection: close\r\n\r\n`
}

const codeOf = (error: Error) => ('code' in error ? String(error.code) : '')

/**
 * Answers what is not HTTP, or does not come to its end, and closes the connection. Requests before it on the same
 * connection are answered first: an answer that overtook theirs would be taken for theirs.
 */
export const answerBrokenRequests = (server: Server) => {
  const unanswered = new WeakMap<Socket, number>()
  const broken = new WeakMap<Socket, string>()

  server.prependListener('request', ({ socket }, response) => {
    unanswered.set(socket, (unanswered.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const left = (unanswered.get(socket) ?? 1) - 1
      unanswered.set(socket, left)
      const status = broken.get(socket)
      if (left === 0 && status !== undefined) close(socket, status)
    })
  })

  server.on('clientError', (error, socket: Socket) => {
    const code = codeOf(error)
    if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const status = statusOf[code] ?? '400 Bad Request'
    if ((unanswered.get(socket) ?? 0) > 0) broken.set(socket, status)
    else close(socket, status)
  })

  // A tunnel is not what anybody gets here.
  server.on('connect', (_request, socket: Socket) => close(socket, '405 Method Not Allowed'))
}

const close = (socket: Socket, status: string) => {
  if (socket.writable) socket.end(rawAnswer(status))
  socket.destroySoon()
}
