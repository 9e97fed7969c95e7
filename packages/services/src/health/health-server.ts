import { createServer, type RequestListener } from 'node:http'
import type { Readiness } from '@knockwire/db/readiness'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'

interface HealthSources {
  version: string
  /** More to say beside `status`, as where the process makes no calls. */
  details?: object
  /** Gives no more than one answer a second for any number of callers. */
  readiness: () => Promise<Readiness>
  /** Only where the operator alone can ask: heap, versions and rates are nobody else's business. */
  registry?: Registry
  /** Whether the process only waits until it can start: what is asked for but health will be there, and is not yet. */
  isStarting?: boolean
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

const answerTo = async (path: string, sources: HealthSources): Promise<Answer> => {
  const { readiness, registry, version, details, isStarting = false } = sources
  if (path === '/healthz') return json(200, { status: 'ok', version })
  if (path === '/metrics' && registry)
    return { status: 200, type: registry.contentType, body: await registry.metrics() }
  if (path !== '/readyz' && !isStarting) return json(404, { message: 'There is nothing here.' })
  const state = await readiness()
  if (path !== '/readyz')
    return json(503, { message: `This server is starting. ${state.isReady ? '' : state.reason}`.trim() })
  if (state.isReady) return json(200, { status: 'ready', version, ...details })
  return json(503, { status: 'not ready', reason: state.reason, version, ...details })
}

const headersOf = ({ status, type }: Pick<Answer, 'status' | 'type'>) => ({
  'content-type': type,
  ...(status === 503 && { 'retry-after': '5' }),
})

const listener =
  (sources: HealthSources): RequestListener =>
  (request, response) => {
    const [path = ''] = (request.url ?? '').split('?')
    answerTo(path, sources)
      .catch((error: unknown) => {
        sources.log.error({ err: error, path }, 'health check failed')
        return json(500, { message: 'The response could not be generated.' })
      })
      .then(({ status, type, body }) => response.writeHead(status, headersOf({ status, type })).end(body))
      .catch(() => response.destroy())
  }

export interface HealthServer {
  /** The port that it got, where 0 was requested. */
  port: number
  close: () => Promise<void>
}

/** A request that takes longer to arrive is answered with 408; connections are checked every second. */
const timeouts = { headersTimeout: 10_000, requestTimeout: 10_000, connectionsCheckingInterval: 1000 }
const maxConnections = 1000

/** `/healthz`: alive. `/readyz`: does its work. `/metrics`: for Prometheus, where there is a registry. */
export const startHealthServer = async (host: string, port: number, sources: HealthSources): Promise<HealthServer> => {
  const server = createServer(timeouts, listener(sources))
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
