import { LoanInput } from '@knockwire/domain/rates/loan'
import { RateHistoryQuery, RateHistoryView } from '@knockwire/domain/rates/rate-history'
import { RateRowList, RateSourceList } from '@knockwire/domain/rates/rate-row'
import { ratesForLoan } from '@knockwire/domain/rates/rates-for-loan'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ApiContext } from '../../context.ts'
import { createLimiter } from '../../plugins/request/request-limit.ts'
import type { FieldKeyOf } from '../../plugins/route-config.ts'
import { clientNetwork } from '../../access/client/client-network.ts'
import { alertRoutes } from './alerts/routes.ts'
import { presentHistory, presentSource } from './presenter.ts'
import type { RateCache } from './rate-cache.ts'
import { subscriptionRoutes } from './subscription/routes.ts'

const tags = ['Mortgage rates']
/** The form's fields are called as the body's. */
const fieldKeyOf: FieldKeyOf = ([field]) => field
/** No session is read: a made-up cookie must not cost a query. */
const config = { public: true, anonymous: true } as const
/** Browsers and proxies may keep what anyone may see, about as long as this server does. */
const cacheControl = 'public, max-age=60'

/** What anyone may ask, often. */
const publicRoutes =
  (context: ApiContext, cache: RateCache): FastifyPluginAsyncZod =>
  async (app) => {
    const limiter = createLimiter(context.settings.ratesRequestsPerMinute)
    app.addHook('onRequest', async ({ clientAddress }) => limiter.count(clientNetwork(clientAddress), context.now()))

    app.post(
      '/mortgage-rates',
      {
        config: { ...config, fieldKeyOf },
        schema: { tags, summary: 'Get the current rates for a loan', body: LoanInput, response: { 200: RateRowList } },
      },
      async ({ body }) => ratesForLoan(await cache.currentRates(), body, context.now()),
    )
    app.get(
      '/mortgage-rates/history',
      {
        config,
        schema: {
          tags,
          summary: 'Get the rates for a loan over time',
          querystring: RateHistoryQuery,
          response: { 200: RateHistoryView },
        },
      },
      async ({ query }, reply) => {
        const series = presentHistory(await cache.history(query), query)
        return reply.header('cache-control', cacheControl).send({ series })
      },
    )
    app.get(
      '/mortgage-rates/sources',
      { config, schema: { tags, summary: 'List the rate sources', response: { 200: RateSourceList } } },
      async (_request, reply) => {
        const results = (await cache.sources()).map((source) => presentSource(source, context.now()))
        return reply.header('cache-control', cacheControl).send({ results })
      },
    )
  }

export const rateRoutes =
  (context: ApiContext, cache: RateCache): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(publicRoutes(context, cache))
    await app.register(subscriptionRoutes(context))
    await app.register(alertRoutes(context))
  }
