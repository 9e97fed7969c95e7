import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '@knockwire/domain/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ApiContext } from '../../context.ts'
import { sessionCookieName } from '../../access/session-cookie.ts'

/**
 * The token of an `Authorization: Bearer` header (RFC 6750; the scheme's name has no case), null where there is none.
 * A malformed one is the empty token, so that it never falls back to a cookie. Other schemes are not ours: a proxy's
 * Basic credentials are added by the browser itself, also to what a foreign page sends.
 */
export const bearerToken = ({ authorization }: IncomingHttpHeaders): string | null =>
  authorization !== undefined && /^Bearer(\s|$)/i.test(authorization)
    ? (/^Bearer +([\w-]+)$/i.exec(authorization)?.[1] ?? '')
    : null

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

export const isSafeMethod = (method: string): boolean => safeMethods.has(method)

/** What the request's headers say about the page that made it; null where they say nothing. */
const isOwnPage = (request: FastifyRequest, publicOrigin: string): boolean | null => {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin } = request.headers
  if (origin === undefined) return null
  // Also the host of the request (one of ours: checkHost), so that http://localhost works beside http://127.0.0.1.
  return origin === publicOrigin || (URL.canParse(origin) && new URL(origin).host === request.host)
}

/** A foreign page can make a browser send our cookie along; what it asks to change is refused. */
export const csrfProtection = (app: FastifyInstance, { settings }: ApiContext) => {
  const cookieName = sessionCookieName(settings)
  app.addHook('onRequest', async (request) => {
    if (isSafeMethod(request.method)) return
    // No foreign page can make a browser send this header without asking first, and then no cookie is looked at.
    if (bearerToken(request.headers) !== null) return
    const isOwn = isOwnPage(request, settings.publicOrigin) ?? request.cookies[cookieName] === undefined
    if (!isOwn) throw new AppError('FOREIGN_ORIGIN', 'This request did not come from a page of this site.')
  })
}
