import { clientErrorKinds, ClientErrorReport } from '@knockwire/domain/client-errors/client-error'
import { messageWithoutValues, pageWithoutIds } from '@knockwire/domain/client-errors/without-values'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Counter, type Registry } from 'prom-client'
import { z } from 'zod'
import { clientNetwork } from '../../access/client/client-network.ts'
import type { ApiContext } from '../../context.ts'
import { createLimiter } from '../../plugins/request/request-limit.ts'
import { reportError } from '../../plugins/observe/report-error.ts'

/** Errors, not reports, which hold up to ten: a page reports ten at most; several people may share a network. */
const errorsPerMinute = 20
/** Of all networks: anyone may send them, and each is a line of the log. */
const allErrorsPerMinute = 300

/**
 * Errors that the product's own pages met in a browser: counted, and logged for the operator. From visitors' pages, too, so
 * anyone may send one; nothing is stored, and what is logged is bounded and has no values in it.
 */
export const clientErrorRoutes =
  (context: ApiContext, registry: Registry): FastifyPluginAsyncZod =>
  async (app) => {
    const { now } = context
    const [networks, all] = [createLimiter(errorsPerMinute), createLimiter(allErrorsPerMinute)]
    const errors = new Counter({
      name: 'knockwire_client_errors_total',
      help: 'Errors that pages of the dashboard and visitors’ pages reported, by how they were noticed.',
      labelNames: ['kind'],
      registers: [registry],
    })
    // Known from the start, so that the first one is an increase.
    for (const kind of clientErrorKinds) errors.inc({ kind }, 0)
    app.post(
      '/client-errors',
      {
        config: { public: true, anonymous: true },
        schema: {
          tags: ['Server'],
          summary: 'Report errors that a page met in a browser',
          body: ClientErrorReport,
          response: { 204: z.undefined() },
        },
        preHandler: async ({ clientAddress, body }) => {
          networks.count(clientNetwork(clientAddress), now(), body.errors.length)
          all.count('all', now(), body.errors.length)
        },
      },
      async ({ body, log }, reply) => {
        for (const { kind, name, message, frames, page } of body.errors) {
          errors.inc({ kind })
          const error = {
            name: messageWithoutValues(name),
            message: messageWithoutValues(message),
            frames: frames.filter((frame) => /^[\w.-]+\.js:\d+:\d+$/.test(frame)),
          }
          const [place, build] = [pageWithoutIds(page), body.build.replaceAll(/[^\w-]/g, '')]
          log.warn({ kind, ...error, page: place, build }, 'client error')
          await reportError(context, { source: 'BROWSER', ...error, place, build })
        }
        return reply.code(204).send()
      },
    )
  }
