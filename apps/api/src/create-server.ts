import { uuidv7 } from '@knockwire/db/uuidv7'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { ApiContext } from './context.ts'
import { answerUnreadableAddress } from './plugins/error-handler.ts'
import { RequestLog } from './plugins/request-log.ts'
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

/** Fastify as everything here has it, without a route. */
export const createServer = ({ log, settings }: ApiContext): FastifyInstance => {
  const loggerInstance: FastifyBaseLogger = log
  const app = Fastify({
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
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  return app
}
