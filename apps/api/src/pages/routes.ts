import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

const styles = readFileSync(new URL('./pages.css', import.meta.url), 'utf8')

/** The style sheet of the pages that the server writes itself. */
export const pageStyleRoutes = async (app: FastifyInstance) => {
  app.get('/pages.css', { config: { public: true }, schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('text/css; charset=utf-8').send(styles),
  )
}
