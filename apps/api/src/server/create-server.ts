import { uuidv7 } from '@knockwire/db/uuidv7'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { ApiContext } from '../context.ts'
import { answerHalfClosed } from './half-closed.ts'
import { answerUnreadableAddress } from '../plugins/error-handler.ts'
import { bodyLimits } from '../plugins/request/body-limits.ts'
import { readClientAddress } from '../plugins/origin/client-address.ts'
import { maxPathLength, routableUrl } from '../plugins/request/readable-address.ts'
import { followRequests, sameLogger } from '../plugins/observe/log-ids.ts'
import { RequestLog } from '../plugins/observe/request-log.ts'
import { createUnusedCloser } from './unused-connections.ts'

/** The Slack dialog comes and goes in a query, and its text may be long. */
const maxHeaderBytes = 64 * 1024

/** How long a client may take, and how often that is checked: a request that takes longer to arrive is ended. */
export interface ClientTimeouts {
  headersMs: number
  requestMs: number
  checkMs: number
}

const defaultTimeouts: ClientTimeouts = { headersMs: 10_000, requestMs: 30_000, checkMs: 1000 }

/** Browsers hold a few each; what comes beyond is closed at once, rather than that memory ends. */
const maxConnections = 10_000

/** Fastify as everything here has it, without a route. */
export const createServer = (
  { log, settings }: Pick<ApiContext, 'log' | 'settings'>,
  { headersMs, requestMs, checkMs } = defaultTimeouts,
): FastifyInstance => {
  const loggerInstance: FastifyBaseLogger = log
  const app = Fastify({
    loggerInstance,
    logController: new RequestLog(),
    childLoggerFactory: sameLogger,
    genReqId: () => uuidv7(),
    bodyLimit: bodyLimits.public,
    rewriteUrl: routableUrl,
    routerOptions: { maxParamLength: maxPathLength },
    http: { maxHeaderSize: maxHeaderBytes, headersTimeout: headersMs, connectionsCheckingInterval: checkMs },
    requestTimeout: requestMs,
    forceCloseConnections: 'idle',
    frameworkErrors: answerUnreadableAddress,
  })
  readClientAddress(app, settings.trustProxy)
  followRequests(app)
  app.server.maxConnections = maxConnections
  answerHalfClosed(app.server)
  const closeUnused = createUnusedCloser(app.server)
  app.addHook('preClose', async () => closeUnused())
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  return app
}
