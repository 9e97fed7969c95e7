import { LoanInput } from '@knockwire/domain/rates/loan'
import { RateSubscriptionView } from '@knockwire/domain/rates/rate-subscription'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ApiContext } from '../../../context.ts'
import { type FieldKeyOf, requireCaller } from '../../../plugins/route-config.ts'
import { endSubscription, readSubscription, subscribe } from './subscription.ts'
import { actorOf } from '../../../access/audit.ts'

const tags = ['Mortgage rates']
const fieldKeyOf: FieldKeyOf = ([field]) => field

/** The caller's daily email. */
export const subscriptionRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/mortgage-rates/subscription',
      {
        schema: { tags, summary: 'Get your subscription to the daily email', response: { 200: RateSubscriptionView } },
      },
      (request) => readSubscription(context, requireCaller(request)),
    )
    app.post(
      '/mortgage-rates/subscribe',
      {
        config: { fieldKeyOf, hasErrorField: true },
        schema: {
          tags,
          summary: 'Subscribe to the daily email for a loan, or change the loan',
          body: LoanInput,
          response: { 200: RateSubscriptionView },
        },
      },
      (request) => subscribe(context, requireCaller(request), request.body),
    )
    app.delete(
      '/mortgage-rates/subscription',
      { schema: { tags, summary: 'Unsubscribe from the daily email', response: { 200: RateSubscriptionView } } },
      (request) => {
        const caller = requireCaller(request)
        return endSubscription(context, caller.accountId, actorOf(caller))
      },
    )
  }
