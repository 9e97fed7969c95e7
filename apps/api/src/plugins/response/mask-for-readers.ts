import { maskAddresses } from '@knockwire/domain/requests/secret-parameters'
import type { FastifyInstance } from 'fastify'

/**
 * Viewers and read-only tokens see no secret. Those that are stored as such are masked where views are made; keys in URLs are masked
 * here, in every view that there is and will be. What is sent as a stream masks them itself (`exportHistory`).
 */
export const maskForReaders = (app: FastifyInstance): void => {
  app.addHook('preSerialization', async (request, _reply, payload: unknown) =>
    request.caller?.isReadOnly ? maskAddresses(payload) : payload,
  )
}
