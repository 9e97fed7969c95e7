import type { FastifyInstance } from 'fastify'

/**
 * Bodies are JSON only. Plain text is refused, since a foreign page's form can send it without
 * asking first; an empty body is no body, whatever its content type says.
 */
export const acceptJsonOnly = (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, String(body), done)
  })
}
