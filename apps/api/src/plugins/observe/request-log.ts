import type { ErrorCode } from '@knockwire/domain/errors'
import { logOptions as sharedLogOptions } from '@knockwire/services/log/log-options'
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { LoggerOptions } from 'pino'
import { productVersion } from '../../product-version.ts'
import type { Settings } from '../../settings.ts'
import { currentLogIds, logIdsOf } from './log-ids.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Called every few seconds by machines: its requests are not logged. */
    quiet?: true
  }
}

/** Rejections that an attack begins with: their lines say where the request came from, so that one can be followed. */
const suspicious: ReadonlySet<ErrorCode> = new Set([
  'SIGNED_OUT',
  'WRONG_CREDENTIALS',
  'FOREIGN_ORIGIN',
  'WRONG_HOST',
  'FORBIDDEN',
  'CONFIRMATION_NEEDED',
  'RATE_LIMITED',
])

const rejectionOf = ({ rejectedAs, clientAddress }: FastifyRequest) =>
  rejectedAs && { code: rejectedAs, ...(suspicious.has(rejectedAs) && { remoteAddress: clientAddress }) }

/** One line for each request, when it has been answered. Addresses are logged by route: a path may hold ids, a query search words. */
export class RequestLog extends LogController {
  override incomingRequest() {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    if (request.routeOptions.config.quiet === true) return
    const line = {
      ...logIdsOf(request),
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...rejectionOf(request),
    }
    if (error) request.log.error({ ...line, err: error }, 'request aborted')
    else request.log.info(line, 'request')
  }

  override routeNotFound() {}
}

export const logOptions = ({ logLevel }: Pick<Settings, 'logLevel'>): LoggerOptions => ({
  ...sharedLogOptions({ app: 'api', version: productVersion, logLevel }),
  mixin: currentLogIds,
})
