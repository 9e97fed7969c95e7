import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** In characters, without the query. Longer than any address that this server has given to anybody. */
export const maxPathLength = 2048

/** Has no route. Below `/api/` errors are JSON, elsewhere a person gets a page. */
const withoutRoute = (url: string) => (url.startsWith('/api/') ? '/api/v1/unreadable-address' : '/unreadable-address')

const pathOf = (url: string) => {
  const end = url.search(/[?#]/)
  return end < 0 ? url : url.slice(0, end)
}

const isDecodable = (path: string) => {
  try {
    decodeURI(path)
    return true
  } catch {
    return false
  }
}

/**
 * What the router looks up for a request. An address that is too long or cannot be decoded goes where no route is, so that it
 * costs nothing more, and gets the same checks and headers as any other: Fastify itself runs no hook for it.
 */
export const routableUrl = ({ url = '/' }: Pick<IncomingMessage, 'url'>): string => {
  const path = pathOf(url)
  return path.length > maxPathLength || !isDecodable(path) ? withoutRoute(url) : url
}

class AddressTooLong extends Error {
  readonly statusCode = 414
}

/** Answers 414 (RFC 9110, 15.5.15) to a path over the limit. */
export const rejectLongAddresses = (app: FastifyInstance) => {
  app.addHook('onRequest', async ({ originalUrl }) => {
    if (originalUrl.length > maxPathLength && pathOf(originalUrl).length > maxPathLength) throw new AddressTooLong()
  })
}
