import { measureProcess } from '@knockwire/services/metrics/measure-process'
import type { FastifyInstance } from 'fastify'
import { Histogram, type Registry } from 'prom-client'
import { productVersion } from '../../product-version.ts'

/** Measures this process and its requests; `startHealthServer` serves the result. */
export const measureRequests = (app: FastifyInstance, registry: Registry, name: 'api' | 'ingress') => {
  measureProcess(registry, { app: name, version: productVersion })
  const durations = new Histogram({
    name: 'knockwire_http_request_duration_seconds',
    help: 'How long requests took to be answered.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    // By route, never by path: the number of series stays bounded.
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
}
