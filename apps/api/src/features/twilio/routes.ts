import { AppError } from '@knockwire/domain/errors'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ApiContext } from '../../context.ts'
import { bodyLimits } from '../../plugins/request/body-limits.ts'
import { recordTextStatus } from './record-text-status.ts'

const body = z.record(z.string(), z.string())
/** As we have given the address to Twilio. */
const querystring = z.object({ deliveryId: z.uuid() })

/** Twilio sends some thirty. Its signature is over the sorted fields, so they are read before it is checked. */
const mostFields = 200

const tooManyFields = () => new AppError('MALFORMED', `A text message’s status has at most ${mostFields} fields.`)

const countFields = (form: string) => form.split('&', mostFields + 1).length

export const twilioRoutes =
  (context: ApiContext) =>
  async (app: FastifyInstance): Promise<void> => {
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, sent, done) => {
      const form = String(sent)
      if (countFields(form) > mostFields) done(tooManyFields())
      else done(null, Object.fromEntries(new URLSearchParams(form)))
    })
    app.post<{ Body: z.infer<typeof body>; Querystring: z.infer<typeof querystring> }>(
      '/twilio/status',
      {
        config: { public: true },
        bodyLimit: bodyLimits.callback,
        schema: {
          tags: ['Callbacks'],
          summary: 'Webhook for the status of a text message at Twilio',
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
          deliveryId: request.query.deliveryId,
          fields: request.body,
        })
        return reply.code(204).send()
      },
    )
  }
