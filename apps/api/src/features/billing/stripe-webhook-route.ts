import type { Billing } from '@knockwire/services/billing/billing'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { bodyLimits } from '../../plugins/request/body-limits.ts'
import { handleEvent } from './handle-event.ts'

/** Answers 2xx once the event is handled and recorded; Stripe sends it again otherwise. */
export const stripeWebhookRoute =
  (requireBilling: () => Billing) =>
  async (app: FastifyInstance): Promise<void> => {
    // The signature is over the bytes, so they are not parsed before it is checked.
    app.removeContentTypeParser('application/json')
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    app.post<{ Body: Buffer }>(
      '/stripe/webhook',
      {
        config: { public: true },
        bodyLimit: bodyLimits.callback,
        schema: {
          tags: ['Callbacks'],
          summary: 'Webhook for changes of a customer at Stripe',
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        const signature = request.headers['stripe-signature']
        await handleEvent(requireBilling(), {
          body: request.body,
          signature: typeof signature === 'string' ? signature : undefined,
        })
        return reply.code(204).send()
      },
    )
  }
