import type { FastifyRequest } from 'fastify'
import { sentBrowserCookie } from '../session-cookie.ts'

/** Where a request comes from, as kept with its session and counted by the throttle. */
export interface Client {
  address: string
  /** As the log and the audit log name the call. */
  requestId: string
  userAgent: string | undefined
  /** What the browser says of having signed in before; `knownBrowserId` checks it. */
  browserCookie: string | undefined
}

export const clientOf = (request: FastifyRequest): Client => ({
  address: request.clientAddress,
  requestId: request.id,
  userAgent: request.headers['user-agent'],
  browserCookie: sentBrowserCookie(request),
})
