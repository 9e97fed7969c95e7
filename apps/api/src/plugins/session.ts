import fastifyPlugin from 'fastify-plugin'
import type { ApiContext } from '../context.ts'
import { readSession } from '../features/auth/read-session.ts'
import { sessionCookieName } from '../features/auth/session-cookie.ts'
import { signedOut } from './caller.ts'
import './route-config.ts'

/** Finds out who asks, and lets visitors reach public routes only. */
export const sessionPlugin = (context: ApiContext) =>
  fastifyPlugin(
    async (app) => {
      app.decorateRequest('caller', null)
      const cookieName = sessionCookieName(context.settings)
      app.addHook('onRequest', async (request) => {
        const sessionId = request.cookies[cookieName]
        const isAnonymous = request.routeOptions.config.anonymous === true
        if (sessionId !== undefined && !isAnonymous) request.caller = await readSession(context, sessionId)
        if (request.caller === null && request.routeOptions.config.public !== true) throw signedOut()
      })
    },
    { name: 'session', dependencies: ['@fastify/cookie'] },
  )
