import type { FastifyInstance } from 'fastify'

/** Which methods an address takes, whatever the call's own method. */
export interface AllowedMethods {
  /** In alphabetical order; empty where there is nothing at the address. The query does not count. */
  of: (url: string) => string[]
}

interface KnownRoute {
  methods: readonly string[]
  segments: readonly string[]
}

/** Notes every route below a prefix as it is added; to be called before the routes are. */
export const noteMethods = (app: FastifyInstance, prefix: string): AllowedMethods => {
  const routes: KnownRoute[] = []
  app.addHook('onRoute', ({ url, method }) => {
    if (url.startsWith(prefix)) routes.push({ methods: [method].flat(), segments: url.split('/') })
  })
  return {
    of: (url) => {
      const segments = (url.split('?')[0] ?? '').split('/')
      const matching = routes.filter((route) => matches(route.segments, segments))
      return [...new Set(matching.flatMap(({ methods }) => methods))].toSorted()
    },
  }
}

const matches = (pattern: readonly string[], segments: readonly string[]) =>
  pattern.length === segments.length &&
  pattern.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]))
