import { AppError } from '@knockwire/domain/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { ApiContext } from '../../context.ts'
import { clientNetwork } from '../../access/client/client-network.ts'
import '../origin/client-address.ts'
import '../observe/request-log.ts'
import '../route-config.ts'

const minuteMs = 60_000

declare module 'fastify' {
  interface FastifyRequest {
    /** Takes back that the call was counted for its network; null where it was not. */
    uncountNetwork: (() => void) | null
  }
}

/** Many people may share a network's address; one account is one person's. */
const networkFactor = 5

/** What is left of a minute's calls, and in how many seconds the next minute's come. */
interface Left {
  limit: number
  remaining: number
  seconds: number
}

interface Limiter {
  /** Counts a call, or as many things as it brings; throws where the minute's are used up. */
  count: (key: string, nowMs: number, number?: number) => void
  /** Takes one back that was counted in this minute. */
  uncount: (key: string, nowMs: number) => void
  left: (key: string, nowMs: number) => Left
}

const secondsLeft = (nowMs: number) => Math.ceil(((Math.floor(nowMs / minuteMs) + 1) * minuteMs - nowMs) / 1000)

/**
 * Counts in memory, for this process alone. Not `@fastify/rate-limit` (11.2.0): it reads the count after waiting, so that
 * of eight calls at once, five of them allowed, it rejects all eight; and it reads its own clock.
 */
export const createLimiter = (limit: number): Limiter => {
  const counts = new LRUCache<string, { minute: number; count: number }>({ max: 50_000 })
  const windowOf = (key: string, nowMs: number) => {
    const minute = Math.floor(nowMs / minuteMs)
    const known = counts.get(key)
    return known?.minute === minute ? known : { minute, count: 0 }
  }
  return {
    count: (key, nowMs, number = 1) => {
      const window = windowOf(key, nowMs)
      window.count += number
      counts.set(key, window)
      if (window.count <= limit) return
      const retryAfterSeconds = secondsLeft(nowMs)
      throw new AppError('RATE_LIMITED', 'Too many requests. Wait a moment.', { retryAfterSeconds })
    },
    uncount: (key, nowMs) => {
      const window = windowOf(key, nowMs)
      window.count = Math.max(0, window.count - 1)
    },
    left: (key, nowMs) => {
      const remaining = Math.max(0, limit - windowOf(key, nowMs).count)
      return { limit, remaining, seconds: secondsLeft(nowMs) }
    },
  }
}

/**
 * Says which limit a call is counted under, in the fields of draft-ietf-httpapi-ratelimit-headers-11: what it allows, and what is
 * left of it. A call is counted under one, so that a program has one number to watch.
 */
const sendLimit = (reply: FastifyReply, name: 'network' | 'account' | 'token', { limit, remaining, seconds }: Left) => {
  reply.header('ratelimit-policy', `"${name}";q=${limit};w=${minuteMs / 1000}`)
  reply.header('ratelimit', `"${name}";r=${remaining};t=${seconds}`)
}

const isProbe = ({ routeOptions }: FastifyRequest) => routeOptions.config.quiet === true
const isCall = ({ url }: FastifyRequest) => url.startsWith('/api/')

/**
 * The first line against a flood, in memory and for this process alone: whatever a network asks for is counted before
 * anything is done for it, pages and files beside calls, since a browser loads some thirty of them at its first visit.
 * What must be exact is counted in the database.
 */
export const limitNetworks = (app: FastifyInstance, { settings, now }: Pick<ApiContext, 'settings' | 'now'>) => {
  const limit = settings.requestsPerMinute * networkFactor
  const [calls, pages] = [createLimiter(limit), createLimiter(limit)]
  app.decorateRequest('uncountNetwork', null)
  app.addHook('onRequest', async (request, reply) => {
    if (isProbe(request)) return
    const [key, nowMs] = [clientNetwork(request.clientAddress), now()]
    if (!isCall(request)) {
      pages.count(key, nowMs)
      return
    }
    try {
      calls.count(key, nowMs)
      request.uncountNetwork = () => calls.uncount(key, nowMs)
    } finally {
      sendLimit(reply, 'network', calls.left(key, nowMs))
    }
  })
}

/** Counts the calls of each token, and those that an account makes in browsers, once it is known who asks: no longer for the network. */
export const limitCallers = (app: FastifyInstance, { settings, now }: Pick<ApiContext, 'settings' | 'now'>) => {
  const callers = createLimiter(settings.requestsPerMinute)
  app.addHook('onRequest', async ({ caller, credential, uncountNetwork }, reply) => {
    if (caller === null || credential === null) return
    uncountNetwork?.()
    const nowMs = now()
    const [name, key] =
      credential.kind === 'token' ? (['token', credential.id] as const) : (['account', caller.accountId] as const)
    try {
      callers.count(key, nowMs)
    } finally {
      sendLimit(reply, name, callers.left(key, nowMs))
    }
  })
}
