import type { FastifyInstance } from 'fastify'

/** People's data: neither a proxy nor the browser's own cache keeps it, unless a route says otherwise. */
export const keepOutOfCaches = (app: FastifyInstance) => {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
}
