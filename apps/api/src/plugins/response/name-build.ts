import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '../../settings.ts'

/**
 * The build of the dashboard that this server has, as the build wrote it into its document; null where there is none. It
 * names the responses' form too: the dashboard is built again whenever a schema changes, and is served by the server that it
 * was built with.
 */
const buildIn = (webRoot: string): string | null => {
  try {
    const page = readFileSync(join(webRoot, 'index.html'), 'utf8')
    return /<meta name="knockwire-build" content="([\w-]+)"/.exec(page)?.[1] ?? null
  } catch {
    return null
  }
}

/**
 * Names the build with the response to every call: a page of the same one takes a response as it is, any other checks it first.
 */
export const nameBuild = (app: FastifyInstance, { webRoot }: Settings) => {
  const build = buildIn(webRoot)
  if (build === null) return
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('knockwire-build', build)
  })
}
