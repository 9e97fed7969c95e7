import { AppError } from '@knockwire/domain/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { namesTwoHosts } from '../../server/ambiguous-requests.ts'
import type { Settings } from '../../settings.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered at whatever host name: a probe knows this machine by its address. */
    anyHost?: true
  }
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/** RFC 9112, 3.2: a name or an address, and a port perhaps. */
const hostPattern = /^([^\s:/?#@,\\[\]]+|\[[\da-f:.]+\])(:\d*)?$/i

/** A name has 253 characters at most, and a port up to six. */
const longestHost = 260

/** `Host` itself, which the proxy in front has to pass on: any client can write an X-Forwarded-Host. */
const hostNameOf = ({ headers: { host = '' } }: FastifyRequest) =>
  host.length > longestHost ? '' : (hostPattern.exec(host)?.[1]?.toLowerCase() ?? '')

/**
 * Answers at the host name of PUBLIC_ORIGIN only, and at loopback's names in embedded mode; else 421 (RFC 9110, 15.5.20).
 * A foreign page can have its own name lead to this machine (DNS rebinding): it is then of "this" origin to the browser
 * and would read all that a visitor may read here. A request with two hosts is not understood the same by every proxy.
 */
export const checkHost = (app: FastifyInstance, { publicOrigin, isEmbedded }: Settings) => {
  const names = new Set([new URL(publicOrigin).hostname, ...(isEmbedded ? loopbackNames : [])])
  app.addHook('onRequest', async (request) => {
    if (namesTwoHosts(request.raw.rawHeaders)) throw new AppError('MALFORMED', 'The request names more than one host.')
    if (request.routeOptions.config.anyHost === true || names.has(hostNameOf(request))) return
    throw new AppError('WRONG_HOST', `This server answers at ${publicOrigin} only (the setting PUBLIC_ORIGIN).`)
  })
}
