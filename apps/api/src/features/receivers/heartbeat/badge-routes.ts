import { heartbeats, receivers } from '@knockwire/db/schema/receivers'
import { notFound } from '@knockwire/domain/errors'
import { badgeSvg, BadgeView } from '@knockwire/domain/heartbeats/badge'
import { Id } from '@knockwire/domain/id'
import { eq } from 'drizzle-orm'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { presentReceiver, receiverColumns, toReceiverRow } from '../../../access/owned/owned-receiver.ts'
import type { ApiContext } from '../../../context.ts'
import { fileResponse } from '../../../plugins/openapi/openapi.ts'

const tags = ['Receivers']
const params = z.object({ badgeToken: Id })
/** No session is read: pages of others show badges. */
const config = { public: true, anonymous: true } as const
/** Proxies for pictures, as code hosts have them, would keep one for hours. */
const cacheControl = 'no-cache, max-age=0'

/** A heartbeat's state for anyone who knows the address of its badge, which cannot be guessed and says nothing else. */
export const badgeRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/badges/:badgeToken',
      {
        config,
        schema: { tags, summary: 'Get the state that a badge shows', params, response: { 200: BadgeView } },
      },
      async ({ params: { badgeToken } }, reply) =>
        reply.header('cache-control', cacheControl).send(await findBadge(context, badgeToken)),
    )
    app.get(
      '/badges/:badgeToken/svg',
      {
        config,
        schema: {
          tags,
          summary: 'Get a badge as a picture',
          params,
          response: { 200: fileResponse('SVG', 'image/svg+xml') },
        },
      },
      async ({ params: { badgeToken } }, reply) => {
        const picture = badgeSvg(await findBadge(context, badgeToken))
        return reply.header('cache-control', cacheControl).type('image/svg+xml').send(picture)
      },
    )
  }

const findBadge = async ({ db, settings }: ApiContext, badgeToken: string): Promise<BadgeView> => {
  const [found] = await db
    .select(receiverColumns)
    .from(receivers)
    .innerJoin(heartbeats, eq(heartbeats.receiverId, receivers.id))
    .where(eq(heartbeats.badgeToken, badgeToken))
  const view = found && presentReceiver(settings, toReceiverRow(found))
  if (!view?.heartbeat) throw notFound('badge')
  return { name: view.name, state: view.heartbeat.state, since: view.heartbeat.since }
}
