import { AppError } from '@knockwire/domain/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { ApiContext } from '../../context.ts'
import { clientNetwork } from '../../access/client/client-network.ts'
import '../origin/client-address.ts'
import '../observe/request-log.ts'
import '../route-config.ts'

const minuteMs = 60_000

/** Many people may share a network's address; one account is one person's. */
const networkFactor = 5

interface Limiter {
  /** Counts a call, or as many things as it brings; throws where the minute's are used up. */
  count: (key: string, nowMs: number, number?: number) => void
}

/**
 * Counts in memory, for this process alone. Not `@fastify/rate-limit` (11.2.0): it reads the count after waiting, so that
 * of eight calls at once, five of them allowed, it rejects all eight; and it reads a clock of its own.
 */
export const createLimiter = (limit: number): Limiter => {
  const counts = new LRUCache<string, { minute: number; count: number }>({ max: 50_000 })
  return {
    count: (key, nowMs, number = 1) => {
      const minute = Math.floor(nowMs / minuteMs)
      const known = counts.get(key)
      const window = known?.minute === minute ? known : { minute, count: 0 }
      window.count += number
      counts.set(key, window)
      if (window.count <= limit) return
      const retryAfterSeconds = Math.ceil(((minute + 1) * minuteMs - nowMs) / 1000)
      throw new AppError('RATE_LIMITED', 'Too many requests. Wait a moment.', { retryAfterSeconds })
    },
  }
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
  app.addHook('onRequest', async (request) => {
    if (isProbe(request)) return
    const limiter = isCall(request) ? calls : pages
    limiter.count(clientNetwork(request.clientAddress), now())
  })
}

/** Counts each account's calls, once it is known who asks. */
export const limitCallers = (app: FastifyInstance, { settings, now }: Pick<ApiContext, 'settings' | 'now'>) => {
  const callers = createLimiter(settings.requestsPerMinute)
  app.addHook('onRequest', async ({ caller }) => {
    if (caller !== null) callers.count(caller.accountId, now())
  })
}
