import type { FastifyInstance } from 'fastify'

/**
 * Once the server is closing, each answer that is still in flight closes its connection:
 * kept alive, it would hold the process until the browser lets go.
 */
export const closeConnectionsWhenDraining = (app: FastifyInstance) => {
  let isDraining = false
  app.addHook('preClose', async () => {
    isDraining = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining) reply.header('connection', 'close')
  })
}
