import type { Server } from 'node:http'

/**
 * Answers senders that close their side once they have sent a whole request (`nc -N`, some libraries): they still read.
 * Node's own server gives up a request whose connection is half closed, while the work for it goes on and is recorded.
 */
export const answerHalfClosed = (server: Server) => Object.assign(server, { httpAllowHalfOpen: true })
