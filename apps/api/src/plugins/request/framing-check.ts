import { AppError } from '@knockwire/domain/errors'
import type { FastifyInstance } from 'fastify'
import { hasFaultyFraming } from '../../server/ambiguous-requests.ts'

/** What such a request is followed by may be a body or a request, so nothing more is read from its connection. */
export const rejectFaultyFraming = (app: FastifyInstance) => {
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (!hasFaultyFraming(raw)) return
    reply.header('connection', 'close')
    throw new AppError('MALFORMED', 'An HTTP/1.0 request has no Transfer-Encoding.')
  })
}
