import type { FastifyRequest } from 'fastify'

/** Where a request comes from, as kept with its session and counted by the throttle. */
export interface Client {
  address: string
  userAgent: string | undefined
}

export const clientOf = (request: FastifyRequest): Client => ({
  address: request.ip,
  userAgent: request.headers['user-agent'],
})
