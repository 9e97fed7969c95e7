import { createServer, type RequestListener, type Server } from 'node:http'
import type { Database } from '@knockwire/db/client'
import { checkReadiness, type Readiness } from '@knockwire/db/readiness'
import { oldestPendingSince, type PendingWork } from '@knockwire/queue/batcher'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'

interface HealthSources {
  readiness: () => Promise<Readiness>
  /** Only where the operator alone can ask. */
  registry?: Registry
  log: Logger
}

interface Answer {
  status: number
  type: string
  body: string
}

const json = (status: number, body: object): Answer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
})

const answerTo = async (path: string, { readiness, registry }: HealthSources): Promise<Answer> => {
  if (path === '/healthz') return json(200, { status: 'ok' })
  if (path === '/metrics' && registry)
    return { status: 200, type: registry.contentType, body: await registry.metrics() }
  if (path !== '/readyz') return json(404, { message: 'There is nothing here.' })
  const state = await readiness()
  return state.isReady ? json(200, { status: 'ready' }) : json(503, { status: 'not ready', reason: state.reason })
}

const listener =
  (sources: HealthSources): RequestListener =>
  (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    answerTo(path, sources)
      .catch((error: unknown) => {
        sources.log.error({ err: error, path }, 'health answer failed')
        return json(500, { message: 'The answer could not be made.' })
      })
      .then(({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body))
      .catch(() => response.destroy())
  }

interface HealthServer {
  /** The port that it got, where 0 was requested. */
  port: number
  close: () => Promise<void>
}

/** What drips in for longer is given up; that is looked after each second. */
const timeouts = { headersTimeout: 10_000, requestTimeout: 10_000, connectionsCheckingInterval: 1000 }
const maxConnections = 1000

/** `/healthz`: alive. `/readyz`: does its work. `/metrics`: for Prometheus, where there is a registry. */
export const startHealthServer = async (host: string, port: number, sources: HealthSources): Promise<HealthServer> => {
  const server: Server = createServer(timeouts, listener(sources))
  server.maxConnections = maxConnections
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Work {
  database: { db: Database }
  /** Epoch milliseconds of dispatch's last turn. */
  lastTurnAtMs: () => number
  /** What writes runs and deliveries. */
  writers: readonly PendingWork[]
  stalledMs?: number
}

/** A turn of dispatch takes place at least every few seconds; so long without one, something is wrong. */
const recentMs = 20_000

/** Nothing that is to be written waits for so long while work moves. */
const defaultStalledMs = 30_000

/** Whether the executor does its work: its database answers, dispatch runs, and what runs have given is written. */
export const checkWork = async ({ stalledMs = defaultStalledMs, ...work }: Work): Promise<Readiness> => {
  const state = await checkReadiness(work.database.db)
  if (!state.isReady) return state
  if (Date.now() - work.lastTurnAtMs() >= recentMs) return { isReady: false, reason: 'Dispatch has not run lately.' }
  const since = oldestPendingSince(work.writers)
  const waitedMs = since === null ? 0 : performance.now() - since
  if (waitedMs < stalledMs) return state
  const seconds = Math.round(waitedMs / 1000)
  return { isReady: false, reason: `Work does not move: the oldest has waited ${seconds} seconds to be written.` }
}
