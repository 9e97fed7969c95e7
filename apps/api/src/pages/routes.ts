import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '../settings.ts'
import { fontFaces } from './font-faces.ts'

const styles = readFileSync(new URL('./pages.css', import.meta.url), 'utf8')
const script = readFileSync(new URL('./page.js', import.meta.url), 'utf8')

/** The style sheet and the script of the pages that the server writes itself. */
export const pageFileRoutes =
  ({ webRoot }: Settings) =>
  async (app: FastifyInstance) => {
    const options = { config: { public: true }, schema: { hide: true } } as const
    app.get('/pages.css', options, async (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=3600')
        .type('text/css; charset=utf-8')
        .send((await fontFaces(webRoot)) + styles),
    )
    app.get('/page.js', options, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').type('text/javascript; charset=utf-8').send(script),
    )
  }
