import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { answerHalfClosed } from '../../server/half-closed.ts'
import { createUnusedCloser } from '../../server/unused-connections.ts'
import { sendAnswer, type Sent } from './answers.ts'
import { boundConnections, type ConnectionBounds } from './limits/bound-connections.ts'
import { answerBrokenRequests } from './broken-requests.ts'
import { Hold, type MemoryBudget } from './limits/memory-budget.ts'
import { maxHeaders } from './request-headers.ts'
import { FlushingResponses, PendingResponses } from './limits/pending-responses.ts'

/** How long a sender may take. */
export interface SenderTimeouts {
  headersMs: number
  requestMs: number
  /**
   * Without a byte that moves: a response that nobody takes, or a connection that carried nothing yet. Longer than a commit
   * may take, for nothing moves meanwhile either.
   */
  idleTimeoutMs: number
}

/** A request that is to be answered. */
export interface Exchange {
  request: IncomingMessage
  /** Answers `100 Continue` to a sender that waits for it before it sends the body. */
  proceed: () => void
  /** What is kept of it and of its answer. */
  memory: Hold
}

export interface ListenerOptions {
  host: string
  port: number
  timeouts?: SenderTimeouts
  /** All that requests and their answers may hold. */
  budget: MemoryBudget
  connections?: ConnectionBounds
  /** Of every answer, by name and value in turn. */
  headers?: readonly string[]
  /** Null where nobody is there any more. It never rejects. */
  answer: (exchange: Exchange) => Promise<Sent | null>
  /** A URL was called with a method that no server knows; it is answered already. */
  onOtherMethod?: (url: string) => void
}

export interface Listener {
  port: number
  /** Takes no new connection, answers what is in flight, and closes what is left after `drainMs`. */
  close: (drainMs: number) => Promise<void>
}

const limits = {
  /** `maxHeaders` of them must fit, too. */
  maxHeaderSize: 64 * 1024,
  /** Longer than proxies keep theirs, so that none sends into a connection that is being closed. */
  keepAliveTimeout: 75_000,
}

const defaultTimeouts: SenderTimeouts = {
  headersMs: 10_000,
  requestMs: 30_000,
  /** Clients keep a connection that they have not used yet for as long as any other. */
  idleTimeoutMs: limits.keepAliveTimeout + 5_000,
}

/** The receivers' own HTTP server. */
export const startListener = async (options: ListenerOptions): Promise<Listener> => {
  const { host, port, timeouts = defaultTimeouts, budget, headers, answer } = options
  const server = createServer({ ...limits, ...timeoutsOf(timeouts) })
  if (options.connections !== undefined) boundConnections(server, options.connections)
  // One more than are taken, so that a request with more of them can be distinguished from one whose headers are all here.
  server.maxHeadersCount = maxHeaders + 1
  server.timeout = timeouts.idleTimeoutMs
  answerHalfClosed(server)
  const closeUnused = createUnusedCloser(server)
  const pendingResponses = new PendingResponses()
  const flushing = new FlushingResponses()
  let isDraining = false
  const handle = async (request: IncomingMessage, response: ServerResponse, proceed: () => void) => {
    const { socket } = request
    const memory = new Hold(budget)
    pendingResponses.add(socket, response)
    response.once('close', () => {
      pendingResponses.remove(socket, response)
      memory.release()
      if (response.writableEnded) flushing.end()
    })
    const sent = await answer({ request, proceed, memory })
    if (sent === null || response.closed) return
    if (isDraining && pendingResponses.isLast(response)) response.shouldKeepAlive = false
    flushing.begin()
    sendAnswer(response, sent, headers)
  }
  server.on('request', (request, response) => void handle(request, response, nothing))
  server.on('checkContinue', (request, response) => void handle(request, response, () => response.writeContinue()))
  answerBrokenRequests(server, pendingResponses, options.onOtherMethod ?? nothing)
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: portOf(server),
    close: async (drainMs) => {
      isDraining = true
      const closed = once(server, 'close')
      stopListening(server)
      flushing.whenNone(() => {
        server.close()
        closeUnused()
      })
      const timer = setTimeout(() => server.closeAllConnections(), drainMs)
      await closed
      clearTimeout(timer)
    },
  }
}

const nothing = () => {}

/**
 * An HTTP server's own `close` destroys idle connections too, and takes for idle what has been given its answer and has
 * not read it all: that comes later.
 */
const stopListening = (server: Server) => NetServer.prototype.close.call(server)

const timeoutsOf = ({ headersMs, requestMs }: SenderTimeouts) => ({
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  connectionsCheckingInterval: Math.min(1000, headersMs / 2),
})

const portOf = (server: Server): number => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The ingress listens on no port.')
  return address.port
}
