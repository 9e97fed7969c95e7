import { uuidv7 } from '@knockwire/db/uuidv7'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type pg from 'pg'
import { Registry } from 'prom-client'
import type { ApiContext } from './context.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { authRoutes } from './features/auth/routes.ts'
import { sessionCookieName } from './features/auth/session-cookie.ts'
import { chartRoutes } from './features/charts/routes.ts'
import { docsRoutes } from './features/docs/routes.ts'
import { executionRoutes } from './features/executions/routes.ts'
import { healthRoutes } from './features/health/routes.ts'
import { previewRoutes } from './features/notifications/preview/routes.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { outboxRoutes } from './features/outbox/routes.ts'
import { receiverRoutes } from './features/receivers/routes.ts'
import { receiverNotificationRoutes } from './features/receiver-notifications/routes.ts'
import { slackRoutes } from './features/slack/routes.ts'
import { taskRoutes } from './features/tasks/routes.ts'
import { twilioRoutes } from './features/twilio/routes.ts'
import { unsubscribeRoutes } from './features/unsubscribe/routes.ts'
import { webRoutes } from './features/web/routes.ts'
import { answerUnknownAddresses } from './features/web/unknown-address.ts'
import { compressAnswers } from './plugins/compression.ts'
import { closeConnectionsWhenDraining } from './plugins/drain.ts'
import { answerUnreadableAddress, installErrorHandler } from './plugins/error-handler.ts'
import { speakOfLimits } from './plugins/field-sentences.ts'
import { acceptJsonOnly } from './plugins/json-body.ts'
import { exposeMetrics } from './plugins/metrics.ts'
import { describeApi, serveApiDescription } from './plugins/openapi.ts'
import { refuseForeignWrites } from './plugins/own-origin.ts'
import { limitRequests } from './plugins/request-limit.ts'
import { RequestLog } from './plugins/request-log.ts'
import { setSecurityHeaders } from './plugins/security-headers.ts'
import { sessionPlugin } from './plugins/session.ts'
import { keepOutOfCaches } from './plugins/no-store.ts'
import { refuseUnstorableText } from './plugins/storable-text.ts'
import type { Settings } from './settings.ts'

/** A task's request may be 256 Ki characters, each up to six bytes of JSON. */
const bodyLimitBytes = 2 * 1024 * 1024

/** The Slack dialog comes and goes in a query, and its text may be long. */
const maxHeaderBytes = 64 * 1024

/** A body that drips in for longer is given up. */
const requestTimeoutMs = 30_000

/** A number of proxies is a number of hops back from the socket. */
const proxyTrust = (trusted: Settings['trustProxy']) =>
  typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted

const apiRoutes = (context: ApiContext) => async (app: FastifyInstance) => {
  const limits = limitRequests(context)
  keepOutOfCaches(app)
  limits.byNetwork(app)
  refuseForeignWrites(app, context)
  await app.register(sessionPlugin(context))
  limits.byCaller(app)
  refuseUnstorableText(app)
  await app.register(authRoutes(context))
  await app.register(accountRoutes(context))
  await app.register(taskRoutes(context))
  await app.register(executionRoutes(context))
  await app.register(chartRoutes(context))
  await app.register(receiverRoutes(context))
  await app.register(notificationRoutes(context))
  await app.register(receiverNotificationRoutes(context))
  await app.register(previewRoutes(context))
  await app.register(slackRoutes(context))
  await app.register(twilioRoutes(context))
}

const pageRoutes = (context: ApiContext) => async (app: FastifyInstance) => {
  await app.register(docsRoutes)
  await app.register(unsubscribeRoutes(context))
  await app.register(webRoutes(context))
  if (context.settings.isEmbedded) await app.register(outboxRoutes(context))
}

const createServer = ({ log, settings }: ApiContext): FastifyInstance => {
  const loggerInstance: FastifyBaseLogger = log
  return Fastify({
    loggerInstance,
    logController: new RequestLog({ requestIdLogLabel: 'requestId' }),
    genReqId: () => uuidv7(),
    trustProxy: proxyTrust(settings.trustProxy),
    bodyLimit: bodyLimitBytes,
    http: { maxHeaderSize: maxHeaderBytes },
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: 'idle',
    frameworkErrors: answerUnreadableAddress,
  })
}

/** Health and metrics alone, for a process that serves the receivers and nothing else. */
export const buildHealthApp = async (
  context: ApiContext,
  pool: pg.Pool,
  registry: Registry,
): Promise<FastifyInstance> => {
  const app = createServer(context)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  installErrorHandler(app)
  exposeMetrics(app, pool, registry)
  await app.register(healthRoutes(context))
  return app
}

/** The whole HTTP side, listed; `main.ts` listens. */
export const buildApp = async (
  context: ApiContext,
  pool: pg.Pool,
  registry = new Registry(),
): Promise<FastifyInstance> => {
  const app = createServer(context)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  speakOfLimits()
  acceptJsonOnly(app)
  installErrorHandler(app)
  answerUnknownAddresses(app, context)
  closeConnectionsWhenDraining(app)
  await setSecurityHeaders(app, context.settings)
  await compressAnswers(app)
  await app.register(cookie)
  await describeApi(app, sessionCookieName(context.settings))
  exposeMetrics(app, pool, registry)
  await app.register(healthRoutes(context))
  await app.register(apiRoutes(context), { prefix: '/api/v1' })
  await serveApiDescription(app)
  await app.register(pageRoutes(context))
  return app
}
