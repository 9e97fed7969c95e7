import { OutboxItem } from '@knockwire/domain/outbox'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ApiContext } from '../../context.ts'
import { outboxPage } from './outbox-page.ts'
import { presentOutboxItem } from './presenter.ts'
import { listOutbox } from './queries.ts'

const config = { public: true } as const
const querystring = z.strictObject({ to: z.string().trim().toLowerCase().max(254).optional() })

/** Registered in embedded mode only: elsewhere there is no such page. */
export const outboxRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/dev/outbox.json',
      { config, schema: { hide: true, querystring, response: { 200: z.array(OutboxItem) } } },
      async (request, reply) => {
        void reply.header('cache-control', 'no-store')
        return (await listOutbox(context, request.query.to)).map(presentOutboxItem)
      },
    )

    app.get('/dev/outbox', { config, schema: { hide: true, querystring } }, async (request, reply) => {
      const items = (await listOutbox(context, request.query.to)).map(presentOutboxItem)
      return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(outboxPage(items))
    })
  }
