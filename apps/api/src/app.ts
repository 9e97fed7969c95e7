import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type pg from 'pg'
import type { ApiContext } from './context.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { authRoutes } from './features/auth/routes.ts'
import { chartRoutes } from './features/charts/routes.ts'
import { executionRoutes } from './features/executions/routes.ts'
import { taskRoutes } from './features/tasks/routes.ts'
import { installErrorHandler } from './plugins/error-handler.ts'
import { acceptJsonOnly } from './plugins/json-body.ts'
import { refuseForeignWrites } from './plugins/own-origin.ts'
import { sessionPlugin } from './plugins/session.ts'
import { refuseUnstorableText } from './plugins/storable-text.ts'
import type { Settings } from './settings.ts'

/** A task's request may be 256 Ki characters, each up to six bytes of JSON. */
const bodyLimitBytes = 2 * 1024 * 1024

const apiRoutes = (context: ApiContext) => async (app: FastifyInstance) => {
  refuseForeignWrites(app, context)
  await app.register(sessionPlugin(context))
  await app.register(authRoutes(context))
  await app.register(accountRoutes(context))
  await app.register(taskRoutes(context))
  await app.register(executionRoutes(context))
  await app.register(chartRoutes(context))
}

/** A number of proxies is a number of hops back from the socket. */
const proxyTrust = (trusted: Settings['trustProxy']) =>
  typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted

/** The whole HTTP side, listed; `main.ts` listens. */
export const buildApp = async (context: ApiContext, _pool: pg.Pool): Promise<FastifyInstance> => {
  const loggerInstance: FastifyBaseLogger = context.log
  const app = Fastify({
    loggerInstance,
    genReqId: () => uuidv7(),
    trustProxy: proxyTrust(context.settings.trustProxy),
    bodyLimit: bodyLimitBytes,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  acceptJsonOnly(app)
  refuseUnstorableText(app)
  installErrorHandler(app)
  await app.register(cookie)
  await app.register(apiRoutes(context), { prefix: '/api/v1' })
  return app
}
