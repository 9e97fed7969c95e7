import { createHash } from 'node:crypto'
import { AppError } from '@knockwire/domain/errors'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import type { ApiContext } from '../../context.ts'
import {
  type Answer,
  type CallKey,
  deleteOldCalls,
  findCall,
  keepAnswer,
  repeatableDatabase,
  type RepeatableCall,
} from '../../repeatable-call.ts'
import { currentRequest } from '../observe/log-ids.ts'
import '../route-config.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a call with an `Idempotency-Key`. */
    repeatable: RepeatableCall | undefined
  }
}

const header = z
  .string()
  .max(255)
  .describe('Repeated within a day with the same body, the call gets the first response and does nothing more.')
  .optional()

/** Other headers pass. */
const IdempotencyKey = z.looseObject({ 'idempotency-key': header })

/**
 * Every POST that a program makes. Not those of visitors, who have no name that a key could be kept under, nor those that
 * need a browser's session: what they answer, such as a new token, is not kept in any form.
 */
const isOffered = ({ method, config }: Pick<RouteOptions, 'method' | 'config'>) =>
  method === 'POST' && config?.public !== true && config?.needs === undefined

const keyOf = (request: FastifyRequest): CallKey | null => {
  const key = request.headers['idempotency-key']
  const { caller, credential } = request
  if (key === undefined || caller === null) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new AppError('MALFORMED', 'Idempotency-Key has 1 to 255 visible ASCII characters and no spaces.')
  }
  const call = [request.method, request.url, request.body ?? null]
  return {
    accountId: caller.accountId,
    key,
    holder: credential?.kind === 'token' ? credential.id : `user ${caller.userId}`,
    fingerprint: createHash('sha256').update(JSON.stringify(call)).digest('hex'),
  }
}

/** The context of routes that may be repeated: their transactions are made once for each key. */
export const withRepeatableCalls = (context: ApiContext): ApiContext => ({
  ...context,
  db: repeatableDatabase(context, () => currentRequest()?.repeatable),
})

/** How much an account may keep beyond its bound, in each process: deleting at each call would read all of its calls each time. */
const slack = { calls: 100, bytes: 1024 * 1024 } as const

/** Accounts that are remembered; one that is forgotten starts counting from zero. */
const mostAccounts = 10_000

/** About as many bytes as it takes to keep. */
const sizeOf = ({ body }: Answer): number => (body === undefined ? 0 : JSON.stringify(body).length)

/** Runs the work for an account once it has made so many calls, or kept so many bytes, since the last time. */
const occasionally = (work: (accountId: string) => Promise<void>) => {
  const since = new Map<string, { calls: number; bytes: number }>()
  return async (accountId: string, bytes: number): Promise<void> => {
    const before = since.get(accountId) ?? { calls: 0, bytes: 0 }
    const now = { calls: before.calls + 1, bytes: before.bytes + bytes }
    const isDue = now.calls >= slack.calls || now.bytes >= slack.bytes
    since.delete(accountId)
    if (!isDue) since.set(accountId, now)
    const [oldest] = since.keys()
    if (since.size > mostAccounts && oldest !== undefined) since.delete(oldest)
    if (isDue) await work(accountId)
  }
}

/** Offers `Idempotency-Key` on the POST routes that follow, and describes it. Needs to know who calls. */
export const repeatCalls = (app: FastifyInstance, context: ApiContext) => {
  app.decorateRequest('repeatable', undefined)
  app.addHook('onRoute', (route) => {
    if (!isOffered(route)) return
    const { headers } = route.schema ?? {}
    const described = headers instanceof z.ZodObject ? headers.extend({ 'idempotency-key': header }) : IdempotencyKey
    route.schema = { ...route.schema, headers: described }
  })
  app.addHook('preHandler', async (request, reply) => {
    const { method, routeOptions } = request
    const key = isOffered({ method, config: routeOptions.config }) ? keyOf(request) : null
    if (key === null) return
    const call = await findCall(context, key)
    const { answer } = call.kept
    if (answer === undefined) {
      request.repeatable = call
      return
    }
    reply.code(answer.status).header('idempotent-replayed', 'true')
    if (answer.etag !== undefined) reply.header('etag', answer.etag)
    return reply.send(answer.body)
  })
  const bound = occasionally(async (accountId) => deleteOldCalls(context, accountId))
  const keepUnlessRejected = async ({ repeatable, log }: FastifyRequest, answer: Answer) => {
    if (repeatable === undefined || repeatable.isOver) return
    repeatable.isOver = true
    // Beside the call, which need not wait for it.
    void bound(repeatable.accountId, sizeOf(answer)).catch((error: unknown) =>
      log.warn({ err: error }, 'old calls were not deleted'),
    )
    if (answer.status < 200 || answer.status > 299) return
    // The change is made, and that it is was kept with it: a repetition does nothing, and answers by what it reads.
    await keepAnswer(context, repeatable, answer).catch((error: unknown) =>
      log.warn({ err: error }, 'the answer of a call was not kept'),
    )
  }
  app.addHook('preSerialization', async (request, reply, payload) => {
    const etag = reply.getHeader('etag')
    const tag = typeof etag === 'string' && { etag }
    await keepUnlessRejected(request, { status: reply.statusCode, body: payload, ...tag })
    return payload
  })
  // An answer without a body is not serialized.
  app.addHook('onSend', async (request, reply) => {
    await keepUnlessRejected(request, { status: reply.statusCode })
  })
}
