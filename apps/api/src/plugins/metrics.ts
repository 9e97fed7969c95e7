import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client'

/** The pools of each registry: a registry takes one gauge of a name. */
const measuredPools = new WeakMap<Registry, Map<string, pg.Pool>>()

/** Measures a pool of this process; `name` says whose it is. */
export const measurePool = (registry: Registry, name: string, pool: pg.Pool) => {
  const known = measuredPools.get(registry)
  if (known) return known.set(name, pool)
  const pools = new Map([[name, pool]])
  measuredPools.set(registry, pools)
  return new Gauge({
    name: 'knockwire_database_connections',
    help: 'Connections of this process to the database, and callers waiting for one, by pool.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [label, { idleCount, totalCount, waitingCount }] of pools) {
        this.set({ pool: label, state: 'idle' }, idleCount)
        this.set({ pool: label, state: 'in_use' }, totalCount - idleCount)
        this.set({ pool: label, state: 'awaited' }, waitingCount)
      }
    },
  })
}

/** Measures this process, its database connections and its requests; `startOperatorServer` tells the outcome. */
export const measureRequests = (app: FastifyInstance, pool: pg.Pool, registry: Registry) => {
  collectDefaultMetrics({ register: registry })
  measurePool(registry, 'api', pool)
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
