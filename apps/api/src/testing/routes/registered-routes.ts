import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import '../../plugins/route-config.ts'

export interface RegisteredRoute {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  isPublic: boolean
  needs: FastifyContextConfig['needs']
  whileSuspended: boolean
}

const isWithFastify = (message: unknown): message is { fastify: FastifyInstance } =>
  typeof message === 'object' && message !== null && 'fastify' in message

const methods = new Set<unknown>(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
const isMethod = (method: unknown): method is RegisteredRoute['method'] => methods.has(method)

/** Runs `build` and returns every route that it registers, as Fastify itself announces them. */
export const withRoutes = async <T>(build: () => Promise<T>): Promise<{ built: T; routes: RegisteredRoute[] }> => {
  const routes: RegisteredRoute[] = []
  const onStart = (message: unknown) => {
    if (!isWithFastify(message)) return
    message.fastify.addHook('onRoute', ({ method, url, config }) => {
      for (const one of [method].flat()) {
        const { public: isPublic = false, needs, whileSuspended = false } = config ?? {}
        if (isMethod(one)) routes.push({ method: one, url, isPublic, needs, whileSuspended })
      }
    })
  }
  subscribe('fastify.initialization', onStart)
  // The server is made before `build` first waits, so another app's is never taken for it.
  const building = build()
  unsubscribe('fastify.initialization', onStart)
  return { built: await building, routes }
}
