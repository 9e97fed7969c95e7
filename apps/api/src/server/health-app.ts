import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { ApiContext } from '../context.ts'
import { createServer } from './create-server.ts'
import { healthRoutes } from '../features/health/routes.ts'
import { installErrorHandler } from '../plugins/error-handler.ts'
import { measureRequests } from '../plugins/observe/metrics.ts'

/** Health and metrics alone, for a process that serves the receivers and nothing else. */
export const buildHealthApp = async (context: ApiContext, registry: Registry): Promise<FastifyInstance> => {
  const app = createServer(context)
  installErrorHandler(app)
  measureRequests(app, registry, 'ingress')
  await app.register(healthRoutes(context))
  return app
}
