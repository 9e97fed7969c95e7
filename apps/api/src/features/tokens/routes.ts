import { ApiTokenList, CreateApiTokenInput, CreatedApiTokenView } from '@knockwire/domain/accounts/api-token'
import { Id } from '@knockwire/domain/id'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ApiContext } from '../../context.ts'
import { type FieldKeyOf, requireCaller } from '../../plugins/route-config.ts'
import { createToken, listTokens, revokeToken, rotateToken } from './tokens.ts'

const ownKey: FieldKeyOf = ([field]) => field
const params = z.object({ tokenId: Id })
const tags = ['API tokens']

export const tokenRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/accounts/me/tokens',
      { config: { needs: 'session' }, schema: { tags, summary: 'List your tokens', response: { 200: ApiTokenList } } },
      async (request) => listTokens(context, requireCaller(request)),
    )

    app.post(
      '/accounts/me/tokens',
      {
        config: { needs: 'confirmed-session', role: 'VIEWER', fieldKeyOf: ownKey },
        schema: {
          tags,
          summary: 'Create a token',
          description: 'Only this response contains the token itself.',
          body: CreateApiTokenInput,
          response: { 201: CreatedApiTokenView },
        },
      },
      async (request, reply) => reply.code(201).send(await createToken(context, requireCaller(request), request.body)),
    )

    app.post(
      '/accounts/me/tokens/:tokenId/rotate',
      {
        config: { needs: 'confirmed-session', role: 'VIEWER' },
        schema: {
          tags,
          summary: 'Give a token of yours another value',
          description: 'Only this response contains the value. The value before it is accepted for an hour more.',
          params,
          response: { 200: CreatedApiTokenView },
        },
      },
      (request) => rotateToken(context, requireCaller(request), request.params.tokenId),
    )

    app.delete(
      '/accounts/me/tokens/:tokenId',
      {
        config: { needs: 'session', role: 'VIEWER', whileSuspended: true },
        schema: { tags, summary: 'Revoke a token', params, response: { 204: z.undefined() } },
      },
      async (request, reply) => {
        await revokeToken(context, requireCaller(request), request.params.tokenId)
        return reply.code(204).send()
      },
    )
  }
