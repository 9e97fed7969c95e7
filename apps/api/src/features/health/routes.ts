import { checkReadiness, shareReadiness } from '@knockwire/db/readiness'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ApiContext } from '../../context.ts'
import { productVersion } from '../../product-version.ts'

const version = productVersion
const Alive = z.object({ status: z.literal('ok'), version: z.string() })
const Ready = z.object({
  status: z.literal('ready'),
  version: z.string(),
  /** Where this server neither calls nor sends anything. */
  calls: z.literal('off').optional(),
})
const NotReady = z.object({ status: z.literal('not ready'), reason: z.string(), version: z.string() })
const config = { public: true, quiet: true, anyHost: true } as const

/** `/healthz`: the process lives. `/readyz`: it can serve, so traffic may come. */
export const healthRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    const details = context.settings.makesCalls ? {} : { calls: 'off' as const }
    const readiness = shareReadiness(() => checkReadiness(context.db), context.now)

    app.get('/healthz', { config, schema: { hide: true, response: { 200: Alive } } }, async () => ({
      status: 'ok' as const,
      version,
    }))

    app.get(
      '/readyz',
      { config, schema: { hide: true, response: { 200: Ready, 503: NotReady } } },
      async (_, reply) => {
        if (context.isStopping?.() === true)
          return reply.code(503).send({ status: 'not ready', reason: 'This process is about to stop.', version })
        const state = await readiness()
        if (state.isReady) return reply.send({ status: 'ready', version, ...details })
        return reply.code(503).send({ status: 'not ready', reason: state.reason, version })
      },
    )
  }
