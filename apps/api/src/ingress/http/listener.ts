import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { answerBrokenRequests } from './broken-requests.ts'

/** How long a sender may take. */
export interface SenderPatience {
  headersMs: number
  requestMs: number
  /** Without taking a byte of what it is told; longer than a commit may take, for nothing moves meanwhile either. */
  silentMs: number
}

export interface ListenerOptions {
  host: string
  port: number
  patience?: SenderPatience
  /** Senders that wait for a word before they send the body are put here. */
  expectsContinue: WeakSet<IncomingMessage>
  handle: (request: IncomingMessage, response: ServerResponse) => void
}

export interface Listener {
  port: number
  /** Takes no new connection, answers what is under way, and closes what is left after `drainMs`. */
  close: (drainMs: number) => Promise<void>
}

/** For headers that drip in, for a body that does, and for an answer that nobody takes. */
const defaultPatience: SenderPatience = { headersMs: 10_000, requestMs: 30_000, silentMs: 60_000 }

const limits = {
  /** 200 headers and more; together, as everywhere, they must fit. */
  maxHeaderSize: 64 * 1024,
  /** Longer than proxies keep theirs, so that none sends into a connection that is being closed. */
  keepAliveTimeout: 75_000,
}
const maxConnections = 20_000

/** The receivers' own HTTP server. */
export const startListener = async (options: ListenerOptions): Promise<Listener> => {
  const { host, port, patience = defaultPatience, expectsContinue, handle } = options
  const server = createServer({ ...limits, ...timeoutsOf(patience) })
  server.maxConnections = maxConnections
  // All of them are recorded; their size is what is limited.
  server.maxHeadersCount = 0
  server.timeout = patience.silentMs
  const drain = followAnswers(server)
  server.on('request', handle)
  server.on('checkContinue', (request, response) => {
    expectsContinue.add(request)
    server.emit('request', request, response)
  })
  answerBrokenRequests(server)
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: portOf(server),
    close: async (drainMs) => {
      drain()
      const closed = once(server, 'close')
      server.close()
      server.closeIdleConnections()
      const timer = setTimeout(() => server.closeAllConnections(), drainMs)
      await closed
      clearTimeout(timer)
    },
  }
}

/** Gives what has each connection close with the last answer that it owes, now and from then on. */
const followAnswers = (server: Server) => {
  const lastOf = new Map<Socket, ServerResponse>()
  let isDraining = false
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (isDraining) {
      // Requests that were sent in one go are answered to the last of them.
      const before = lastOf.get(socket)
      if (before !== undefined) before.shouldKeepAlive = true
      response.shouldKeepAlive = false
    }
    lastOf.set(socket, response)
    response.once('close', () => {
      if (lastOf.get(socket) === response) lastOf.delete(socket)
    })
  })
  return () => {
    isDraining = true
    for (const response of lastOf.values()) response.shouldKeepAlive = false
  }
}

const timeoutsOf = ({ headersMs, requestMs }: SenderPatience) => ({
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  connectionsCheckingInterval: Math.min(1000, headersMs / 2),
})

const portOf = (server: Server): number => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The ingress listens on no port.')
  return address.port
}
