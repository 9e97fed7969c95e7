import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ApiContext } from '../../context.ts'
import { recordTextStatus } from './record-text-status.ts'

const body = z.record(z.string(), z.string())
/** As we have given the address to Twilio. */
const querystring = z.object({ deliveryId: z.uuid().optional() })

export const twilioRoutes =
  (context: ApiContext) =>
  async (app: FastifyInstance): Promise<void> => {
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, form, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(form)))),
    )
    app.post<{ Body: z.infer<typeof body>; Querystring: z.infer<typeof querystring> }>(
      '/twilio/status',
      {
        config: { public: true },
        schema: {
          tags: ['Callbacks'],
          summary: 'Twilio reports the status of an SMS',
          body,
          querystring,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        const signature = request.headers['x-twilio-signature']
        await recordTextStatus(context, {
          signature: typeof signature === 'string' ? signature : undefined,
          path: request.url,
          deliveryId: request.query.deliveryId ?? null,
          fields: request.body,
        })
        return reply.code(204).send()
      },
    )
  }
