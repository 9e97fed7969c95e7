import type { FastifyInstance, FastifyReply } from 'fastify'
import { Counter, type Registry } from 'prom-client'

const methods = ['password', 'passkey', 'oidc'] as const

declare module 'fastify' {
  interface FastifyContextConfig {
    /** This route ends a sign-in, by the method that it names. */
    signsInBy?: (typeof methods)[number]
  }
}

/** A form that is not filled in, and too many attempts, are 4xx too, but nobody's proof was rejected. */
const rejectedStatuses: ReadonlySet<number> = new Set([401, 403])

/** A provider's answer is a navigation: it ends at the sign-in page again, which says the problem. */
const isRejected = (reply: FastifyReply) =>
  rejectedStatuses.has(reply.statusCode) || String(reply.getHeader('location') ?? '').startsWith('/signin?problem=')

/** Counts sign-ins by method, and whether who signs in proved who they are. */
export const countSignIns = (app: FastifyInstance, registry: Registry) => {
  const signIns = new Counter({
    name: 'knockwire_sign_ins_total',
    help: 'Sign-ins, by method and outcome.',
    labelNames: ['method', 'outcome'],
    registers: [registry],
  })
  for (const method of methods) for (const outcome of ['accepted', 'rejected']) signIns.inc({ method, outcome }, 0)
  app.addHook('onResponse', async (request, reply) => {
    const method = request.routeOptions.config.signsInBy
    if (method === undefined) return
    if (isRejected(reply)) signIns.inc({ method, outcome: 'rejected' })
    else if (reply.statusCode < 400) signIns.inc({ method, outcome: 'accepted' })
  })
}
