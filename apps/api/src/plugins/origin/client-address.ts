import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createAddressReader } from '../../access/client/client-address.ts'
import type { Settings } from '../../settings.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the client, as far as proxies are trusted to name it. */
    readonly clientAddress: string
  }
}

/**
 * Instead of Fastify's `trustProxy`, which takes a client's port for a part of its address and whatever else a header says
 * for one, and then believes X-Forwarded-Host too.
 */
export const readClientAddress = (app: FastifyInstance, trustProxy: Settings['trustProxy']) => {
  const addressOf = createAddressReader(trustProxy)
  app.decorateRequest('clientAddress', {
    getter(this: FastifyRequest) {
      return addressOf(this.raw)
    },
  })
}
