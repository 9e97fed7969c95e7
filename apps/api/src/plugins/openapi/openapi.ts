import swagger from '@fastify/swagger'
import { ErrorView } from '@knockwire/domain/errors'
import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import { z } from 'zod'
import { productVersion } from '../../product-version.ts'
import { completeDocument, type Document, toJsonSchema } from './describe-document.ts'
import '../route-config.ts'

const description = `Everything the dashboard does, as API calls.

Programs send a personal API token, \`Authorization: Bearer kw_…\`, which is created on the account page. A read-only token gets
403 for calls that change something, and every token for calls that manage passwords, passkeys, sessions and tokens.

Times are ISO 8601 in UTC; fields named …Second are epoch seconds; pages count from 0. An error is
\`{code, message, errors?}\`: 400 not accepted, 401 signed out, 403 not allowed with this token, 404 does not exist or is not yours,
409 over a plan's limit, 412 not as it was read (If-Match, expectedRevision), 422 invalid fields (\`errors\` has a message for each),
429 too many calls (wait for \`Retry-After\` seconds).`

type Transform = typeof toJsonSchema

/** Adds what every call may answer, whatever it declares itself. */
const transform: Transform = (document) => {
  if (document.schema?.tags === undefined) return { schema: { hide: true }, url: document.url }
  const response = { ...(document.schema.response as object), default: ErrorView }
  const { schema, url } = toJsonSchema({ ...document, schema: { ...document.schema, response } })
  const security = securityOf(document.route.config)
  return { url, schema: security === undefined ? schema : { ...schema, security } }
}

/** What a route answers that sends a file of one of these types. */
export const fileResponse = (fileDescription: string, ...types: string[]) => ({
  description: fileDescription,
  content: Object.fromEntries(types.map((type) => [type, { schema: z.unknown() }])),
})

/** Where a route differs from most, which take a session or a token. */
const securityOf = (config: FastifyContextConfig | undefined) => {
  if (config?.public === true) return []
  return config?.needs === undefined ? undefined : [{ session: [] }]
}

/** The library's types of a document are of several versions of OpenAPI at once. */
const complete = <T>(document: T): T => {
  completeDocument(document as Document)
  return document
}

/** Describes the routes that follow, from the schemas that they are checked with. */
export const describeApi = async (
  app: FastifyInstance,
  { cookieName, origin }: { cookieName: string; origin: string },
) => {
  await app.register(swagger, {
    hideUntagged: true,
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Knockwire', version: productVersion, description },
      servers: [{ url: origin }],
      security: [{ session: [] }, { token: [] }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: cookieName },
          token: { type: 'http', scheme: 'bearer', description: 'A personal API token, created on the account page.' },
        },
      },
    },
    transform,
    transformObject: (document) =>
      'openapiObject' in document ? complete(document.openapiObject) : document.swaggerObject,
  })
}

/** For programs; people read it at `/docs/api`, a page of the site. */
export const serveApiDescription = async (app: FastifyInstance) => {
  let text: string | undefined
  app.get('/api/v1/openapi.json', { config: { public: true }, schema: { hide: true } }, async (_request, reply) => {
    text ??= JSON.stringify(app.swagger())
    return reply.type('application/json; charset=utf-8').send(text)
  })
}
