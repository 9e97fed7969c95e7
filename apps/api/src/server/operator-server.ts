import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Registry } from 'prom-client'

interface OperatorServerOptions {
  host: string
  port: number
  registry: Registry
}

export interface OperatorServer {
  port: number
  close: () => Promise<void>
}

const timeouts = { headersTimeout: 10_000, requestTimeout: 10_000, connectionsCheckingInterval: 1000 }
const maxConnections = 1000

/**
 * `GET /metrics` of this process, in Prometheus's text format, on an address of the operator's: heap, versions and rates
 * are nobody else's business. `/healthz` answers here too.
 */
export const startOperatorServer = async ({ host, port, registry }: OperatorServerOptions): Promise<OperatorServer> => {
  const server = createServer(timeouts, (request, response) => {
    const path = request.url?.split('?')[0]
    if (path === '/healthz') return void response.end('ok')
    if (path !== '/metrics') return void response.writeHead(404).end()
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.maxConnections = maxConnections
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  return {
    port: address instanceof Object ? address.port : port,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
