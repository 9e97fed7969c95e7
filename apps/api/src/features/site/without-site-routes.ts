import type { FastifyInstance } from 'fastify'

const page = { config: { public: true }, schema: { hide: true } } as const

const robots = 'User-agent: *\nDisallow: /\n'

/** Where an instance has no site, its address leads to the dashboard, which sends a visitor to sign in. */
export const withoutSiteRoutes = async (app: FastifyInstance): Promise<void> => {
  app.get('/', page, async (_request, reply) => reply.redirect('/dashboard', 302))
  app.get('/robots.txt', page, async (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots))
}
