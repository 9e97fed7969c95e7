import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'

/** The request that is being answered. For the API alone: at the receivers' rates it would cost. */
const current = new AsyncLocalStorage<FastifyRequest>()

/** By which a request's lines are found: with `accountId` once it is known who asks. */
export const logIdsOf = ({ id, caller }: FastifyRequest) => ({
  requestId: id,
  ...(caller && { accountId: caller.accountId }),
})

/** The request that is being answered, for what is called in the course of it. */
export const currentRequest = (): FastifyRequest | undefined => current.getStore()

/** What each line gets that is written while a request is answered, by whatever logger; a line's own fields win. */
export const currentLogIds = (): object => {
  const request = current.getStore()
  return request === undefined ? {} : logIdsOf(request)
}

/** A request logs through the app's logger: ids that were bound to one of its own would stand in its lines twice. */
export const sameLogger = (logger: FastifyBaseLogger) => logger

/** Makes the request known to whatever is called while it is answered, background work too. */
export const followRequests = (app: FastifyInstance) => {
  app.addHook('onRequest', (request, _reply, done) => current.run(request, done))
  // A body's last part comes with an event of the socket, which knows nothing of the request.
  app.addHook('preValidation', (request, _reply, done) => current.run(request, done))
}

/** Each answer says by which id its request is found in the log. */
export const nameRequest = (app: FastifyInstance) => {
  app.addHook('onRequest', async ({ id }, reply) => {
    reply.header('x-request-id', id)
  })
}
