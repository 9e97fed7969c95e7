import { DeleteSecretQuery, SaveSecretInput, SecretList, SecretParams } from '@knockwire/domain/definitions/secret'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ApiContext } from '../../context.ts'
import { type FieldKeyOf, requireCaller } from '../../plugins/route-config.ts'
import { deleteSecret, listSecrets, putSecret } from './secrets.ts'

const tags = ['Secrets']
const ownKey: FieldKeyOf = ([field]) => field

export const secretRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/secrets',
      { schema: { tags, summary: 'List the secrets, without their values', response: { 200: SecretList } } },
      async (request) => ({ results: await listSecrets(context, requireCaller(request)) }),
    )
    app.put(
      '/secrets/:name',
      {
        config: { fieldKeyOf: ownKey },
        schema: {
          tags,
          summary: 'Store a secret, or change its value',
          params: SecretParams,
          body: SaveSecretInput,
          response: { 201: z.undefined(), 204: z.undefined() },
        },
      },
      async (request, reply) => {
        const secret = { ...request.params, ...request.body }
        return reply.code((await putSecret(context, requireCaller(request), secret)) ? 201 : 204).send()
      },
    )
    app.delete(
      '/secrets/:name',
      {
        schema: {
          tags,
          summary: 'Delete a secret that nothing refers to, or any with force=true',
          params: SecretParams,
          querystring: DeleteSecretQuery,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        await deleteSecret(context, requireCaller(request), { ...request.params, ...request.query })
        return reply.code(204).send()
      },
    )
  }
