import type { Tracing } from '@knockwire/services/tracing/tracing'
import type { FastifyInstance } from 'fastify'
import { productVersion } from '../../product-version.ts'
import type { Settings } from '../../settings.ts'

/** For the trace's resource. */
export const tracedApi = { serviceName: 'knockwire-api', version: productVersion }

/** One span for each answered request; its trace's id is the request's id, which the log names. Paths may hold secrets: the route stands for them. */
export const traceRequests = (
  app: FastifyInstance,
  tracing: Tracing,
  { publicOrigin }: Pick<Settings, 'publicOrigin'>,
) => {
  // As the client wrote it: a proxy in front ends https.
  const scheme = new URL(publicOrigin).protocol.slice(0, -1)
  app.addHook('onResponse', (request, reply, done) => {
    const { config, url: route } = request.routeOptions
    if (config.quiet !== true) {
      const { statusCode } = reply
      const endMs = Date.now()
      tracing.record({
        subjectId: request.id,
        name: route === undefined ? request.method : `${request.method} ${route}`,
        isRoot: true,
        kind: 'SERVER',
        startMs: endMs - reply.elapsedTime,
        endMs,
        attributes: {
          'http.request.method': request.method,
          'http.route': route,
          'http.response.status_code': statusCode,
          'url.scheme': scheme,
          'knockwire.account.id': request.caller?.accountId,
        },
        ...(statusCode >= 500 && { error: String(statusCode) }),
      })
    }
    done()
  })
}
