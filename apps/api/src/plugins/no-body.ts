import { AppError } from '@knockwire/domain/errors'
import type { FastifyInstance } from 'fastify'

const isEmptyObject = (body: object) => !Array.isArray(body) && Object.keys(body).length === 0

/**
 * A call that takes no body refuses one with anything in it, as any other refuses a field that it does not know: whoever
 * sends it believes that it does something. What a route reads by a parser of its own (bytes) is its own affair.
 */
export const rejectUnexpectedBody = (app: FastifyInstance) => {
  app.addHook('preValidation', async ({ body, routeOptions }) => {
    if (body === undefined || routeOptions.schema?.body !== undefined || Buffer.isBuffer(body)) return
    if (body instanceof Object && isEmptyObject(body)) return
    throw new AppError('MALFORMED', 'This call takes no body.')
  })
}
