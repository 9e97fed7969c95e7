import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'

const notBuilt = 'The dashboard has not been built yet. Start the server with "pnpm start", which builds it first.\n'

/**
 * `index.html` is the dashboard, which shows the page that its URL names; `visitor.html` likewise the pages before it;
 * `rates.html` the rates page.
 */
export type WebPage = 'index.html' | 'visitor.html' | 'rates.html'

/** Any URL whose path contains /rates is the public rates page, below /dashboard too [SH-31]. */
export const webPageOf = (url: string): 'index.html' | 'rates.html' =>
  url.split('?', 1)[0]?.includes('/rates') === true ? 'rates.html' : 'index.html'

export const sendPage = (webRoot: string, reply: FastifyReply, page: WebPage = 'index.html') => {
  if (!existsSync(join(webRoot, page))) {
    return reply.code(503).header('retry-after', '5').type('text/plain; charset=utf-8').send(notBuilt)
  }
  // It names the current build's files, so it is requested each time; the answer is mostly 304.
  return reply.header('cache-control', 'no-cache').sendFile(page, { cacheControl: false })
}
