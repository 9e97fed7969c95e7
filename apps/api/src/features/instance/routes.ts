import { InstanceView } from '@knockwire/domain/instance/instance'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ApiContext } from '../../context.ts'

export const instanceRoutes =
  ({ settings }: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/instance',
      {
        config: { public: true, anonymous: true },
        schema: {
          tags: ['Sign-in'],
          summary: 'Get what this server offers',
          description: 'Who may sign up, and the ways to sign in that it accepts.',
          response: { 200: InstanceView },
        },
      },
      async () => settings.instance,
    )
  }
