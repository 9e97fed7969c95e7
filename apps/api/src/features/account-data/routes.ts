import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ApiContext } from '../../context.ts'
import { fileResponse } from '../../plugins/openapi/openapi.ts'
import { requireCaller } from '../../plugins/route-config.ts'
import { clientOf } from '../../access/client/client.ts'
import { sessionCookieName, sessionCookieOptions } from '../../access/session-cookie.ts'
import { deleteAccount } from './delete-account.ts'
import { exportAccount } from './export/export-account.ts'

const tags = ['Account']

export const accountDataRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/accounts/me/export',
      {
        config: { needs: 'confirmed-session', role: 'OWNER' },
        schema: {
          tags,
          summary: 'Export all of your data as one ZIP archive of JSON lines',
          response: { 200: fileResponse('A ZIP archive', 'application/zip') },
        },
      },
      async (request, reply) => {
        const archive = await exportAccount(context, requireCaller(request))
        const day = new Date(context.now()).toISOString().slice(0, 10)
        return reply
          .type('application/zip')
          .header('content-disposition', `attachment; filename="knockwire-${day}.zip"`)
          .send(archive)
      },
    )

    app.delete(
      '/accounts/me',
      {
        config: { needs: 'reconfirmed-session', role: 'OWNER', whileSuspended: true },
        schema: {
          tags,
          summary: 'Delete your account and everything in it',
          description: 'This cannot be undone. Sessions and tokens end immediately.',
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        await deleteAccount(context, requireCaller(request), clientOf(request))
        reply.clearCookie(sessionCookieName(context.settings), sessionCookieOptions(context.settings))
        return reply.code(204).send()
      },
    )
  }
