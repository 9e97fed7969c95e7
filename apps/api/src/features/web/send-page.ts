import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'

const notBuilt = 'The dashboard has not been built yet. Start the server with "pnpm start", which builds it first.\n'

/** The browser's own application, which shows the page that its URL names. */
export const sendPage = (webRoot: string, reply: FastifyReply) => {
  if (!existsSync(join(webRoot, 'index.html'))) {
    return reply.code(503).header('retry-after', '5').type('text/plain; charset=utf-8').send(notBuilt)
  }
  // It names the current build's files, so it is asked for each time; the answer is mostly 304.
  return reply.header('cache-control', 'no-cache').sendFile('index.html', { cacheControl: false })
}
