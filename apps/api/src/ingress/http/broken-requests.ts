import { METHODS, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { isUnused } from '../../server/unused-connections.ts'
import { allow } from './answers.ts'
import type { PendingResponses } from './limits/pending-responses.ts'

const timedOut = 'ERR_HTTP_REQUEST_TIMEOUT'
const statusOf: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Content Too Large',
  [timedOut]: '408 Request Timeout',
}
const otherMethod = '405 Method Not Allowed'

const requestLine = /^([A-Z]+) (\S+) HTTP\/1\.[01]\r\n/

const codeOf = (error: Error) => ('code' in error ? String(error.code) : '')

/** The URL of a request whose method the parser does not know; null where it is no request for another reason. */
const urlOfUnknownMethod = (error: Error): string | null => {
  if (codeOf(error) !== 'HPE_INVALID_METHOD') return null
  const packet = 'rawPacket' in error && Buffer.isBuffer(error.rawPacket) ? error.rawPacket : Buffer.alloc(0)
  const [, method, url] = requestLine.exec(packet.toString('latin1')) ?? []
  return method === undefined || url === undefined || METHODS.includes(method) ? null : url
}

const rawAnswer = (status: string) => {
  const allowed = status === otherMethod ? `${allow.join(': ')}\r\n` : ''
  return `HTTP/1.1 ${status}\r\n${allowed}Content-Length: 0\r\nConnection: close\r\n\r\n`
}

const close = (socket: Socket, status: string) => {
  if (socket.writable) socket.end(rawAnswer(status))
  socket.destroySoon()
}

/** One whose body does not come whole has no answer of its own. */
const isWhole = ({ req }: ServerResponse) => req.complete

/**
 * Answers what is not HTTP, or does not come to its end, and closes the connection. Requests before it on the same
 * connection are answered first: an answer that overtook theirs would be taken for theirs. `onOtherMethod` hears what was
 * called with a method that nobody knows.
 *
 * A connection that carried nothing yet gets no answer, since its client would take it for that to its first request. Node
 * counts the time for a request from the connection's start, and once more from where a request begins.
 */
export const answerBrokenRequests = (
  server: Server,
  pendingResponses: PendingResponses,
  onOtherMethod: (url: string) => void,
) => {
  server.on('clientError', (error, socket: Socket) => {
    if (codeOf(error) === timedOut && isUnused(socket)) return
    if (codeOf(error) === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const url = urlOfUnknownMethod(error)
    if (url !== null) onOtherMethod(url)
    const status = url === null ? (statusOf[codeOf(error)] ?? '400 Bad Request') : otherMethod
    const before = pendingResponses.of(socket).filter(isWhole)
    let left = before.length
    if (left === 0) return close(socket, status)
    for (const response of before) {
      response.once('close', () => {
        left -= 1
        if (left === 0) close(socket, status)
      })
    }
  })

  // A tunnel is not what anybody gets here.
  server.on('connect', (_request, socket: Socket) => close(socket, otherMethod))
}
