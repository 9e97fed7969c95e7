import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ApiContext } from '../../context.ts'

export const taskRoutes =
  (_context: ApiContext): FastifyPluginAsyncZod =>
  async (_app) => {}
