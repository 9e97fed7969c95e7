import { AppError } from '@knockwire/domain/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { ApiContext } from '../context.ts'
import { clientNetwork } from '../features/auth/client.ts'
import './route-config.ts'

const minuteMs = 60_000

/** Many people may share a network's address; one account is one person's. */
const networkFactor = 5

interface Limiter {
  /** Counts a call; throws where the minute's are used up. */
  count: (key: string, nowMs: number) => void
}

/**
 * Counts in memory, for this process alone. Not `@fastify/rate-limit` (11.2.0): it reads the count after waiting, so that
 * of eight calls at once, five of them allowed, it rejects all eight; and it reads a clock of its own.
 */
export const createLimiter = (limit: number): Limiter => {
  const counts = new LRUCache<string, { minute: number; count: number }>({ max: 50_000 })
  return {
    count: (key, nowMs) => {
      const minute = Math.floor(nowMs / minuteMs)
      const known = counts.get(key)
      const window = known?.minute === minute ? known : { minute, count: 0 }
      window.count += 1
      counts.set(key, window)
      if (window.count <= limit) return
      const retryAfterSeconds = Math.ceil(((minute + 1) * minuteMs - nowMs) / 1000)
      throw new AppError('RATE_LIMITED', 'Too many requests. Please wait a moment.', { retryAfterSeconds })
    },
  }
}

/**
 * The first line against a flood, in memory and for this process alone. Networks are counted before
 * a session is looked for, accounts after; what must be exact is counted in the database.
 */
export const limitRequests = ({ settings, now }: ApiContext) => {
  const networks = createLimiter(settings.requestsPerMinute * networkFactor)
  const callers = createLimiter(settings.requestsPerMinute)
  return {
    byNetwork: (app: FastifyInstance) =>
      app.addHook('onRequest', async (request: FastifyRequest) => networks.count(clientNetwork(request.ip), now())),
    byCaller: (app: FastifyInstance) =>
      app.addHook('onRequest', async ({ caller }: FastifyRequest) => {
        if (caller !== null) callers.count(caller.accountId, now())
      }),
  }
}
