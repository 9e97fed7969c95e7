import type { FastifyReply, FastifyRequest } from 'fastify'
import { sitePolicy } from '../../plugins/response/security-headers.ts'
import type { Settings } from '../../settings.ts'
import { sessionCookieName } from '../../access/session-cookie.ts'
import { compressedBody, preferredEncoding } from './compressed-body.ts'
import type { Site, SitePage, Variant } from './site-pages.ts'

const notBuilt = 'The site has not been built yet. Start the server with "pnpm start", which builds it first.\n'

export type SendSitePage = (request: FastifyRequest, reply: FastifyReply, path: string) => Promise<FastifyReply | null>

const matches = (header: string | undefined, etag: string) =>
  header?.split(',').some((one) => one.trim() === etag) === true

interface SendVariant {
  variant: Variant
  type: string
  vary: string
}

/** Sends a document, or says that the browser has it already. */
export const sendVariant = (reply: FastifyReply, { variant, type, vary }: SendVariant): FastifyReply => {
  const { headers } = reply.request
  const { body, etag } = variant
  // It names the current build's files, so it is requested each time; the answer is mostly 304.
  void reply.headers({ 'cache-control': 'no-cache', vary, etag })
  if (reply.statusCode === 200 && matches(headers['if-none-match'], etag)) return reply.code(304).send()
  const encoding = preferredEncoding(headers['accept-encoding'])
  void reply.type(type)
  if (encoding === null) return reply.send(body)
  return reply.header('content-encoding', encoding).send(compressedBody(variant, encoding))
}

/** Sends the page at a path of the built site; null where it has none. */
export const siteSender = (site: Site, settings: Settings): SendSitePage => {
  const cookieName = sessionCookieName(settings)
  const contentSecurityPolicy = sitePolicy(settings, site.scriptHashes)

  const send = (request: FastifyRequest, reply: FastifyReply, page: SitePage) => {
    const variant = request.cookies[cookieName] === undefined ? page.visitor : page.signedIn
    reply.helmet({ contentSecurityPolicy })
    return sendVariant(reply, { variant, type: page.type, vary: 'cookie, accept-encoding' })
  }

  return async (request, reply, path) => {
    const page = site.pages.get(path)
    if (page !== undefined) return send(request, reply, page)
    if (site.pages.size > 0) return null
    return reply.code(503).header('retry-after', '5').type('text/plain; charset=utf-8').send(notBuilt)
  }
}
