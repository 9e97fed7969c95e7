import type { Socket } from 'node:net'
import { Client } from 'undici'
import type { Limits } from '../policy.ts'

/** What undici gets when it wants a second socket: it gets none, the caller opens and vets a new one. */
export class ConnectionSpent extends Error {
  readonly code = 'KNOCKWIRE_CONNECTION_SPENT'
}

/** Part of what a server says it keeps a connection for is taken off, for the way there. */
const keepAliveMarginMs = 1_000

/**
 * One vetted socket and undici's HTTP/1.1 upon it. The client never opens connections of its own,
 * so no option, redirect or reconnection of its own can reach an address that was not vetted.
 */
export class Connection {
  readonly key: string
  readonly client: Client
  readonly socket: Socket

  constructor(key: string, origin: string, socket: Socket, limits: Limits) {
    this.key = key
    this.socket = socket
    let isHandedOver = false
    this.client = new Client(origin, {
      connect: (_options, callback) => {
        const isSpent = isHandedOver
        isHandedOver = true
        // Not at once: the client only goes on with what is queued when it hears back later.
        queueMicrotask(() => (isSpent ? callback(new ConnectionSpent(), null) : callback(null, socket)))
      },
      allowH2: false,
      pipelining: 1,
      keepAliveTimeout: limits.keepAliveMs,
      keepAliveMaxTimeout: limits.keepAliveMs,
      keepAliveTimeoutThreshold: keepAliveMarginMs,
      maxHeaderSize: limits.maxHeaderBytes,
      headersTimeout: limits.timeoutMs,
      bodyTimeout: limits.timeoutMs,
    })
  }

  get isOpen() {
    return !this.socket.destroyed
  }

  /** What is in flight on it fails, and what is queued does so as there is no second socket. */
  close() {
    this.socket.destroy()
  }
}
