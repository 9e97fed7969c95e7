import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileJsonSchema, fileSchemaPath } from '@knockwire/domain/file/file-json-schema'
import { AppError } from '@knockwire/domain/errors'
import type { FastifyInstance } from 'fastify'
import type { ApiContext } from '../../context.ts'

const options = { config: { public: true, anonymous: true }, schema: { hide: true } } as const

interface Script {
  content: Buffer
  sha256: string
}

const readScript = async (file: string): Promise<Script> => {
  const content = await readFile(file).catch(() => null)
  if (content === null) throw new AppError('NOT_FOUND', 'The command line is not built here: run pnpm build.')
  return { content, sha256: createHash('sha256').update(content).digest('hex') }
}

/** What a repository of monitors needs of its server: the command line, its checksum, and the schema of the file. */
export const codeRoutes =
  ({ settings }: ApiContext) =>
  async (app: FastifyInstance) => {
    let script: Promise<Script> | undefined
    const current = () => {
      script ??= readScript(settings.cliFile)
      script.catch(() => (script = undefined))
      return script
    }
    app.get('/cli', options, async (request, reply) => {
      const { content, sha256 } = await current()
      // Of the build that is served: a later one has another, and a cache asks.
      reply.header('etag', `"${sha256}"`).header('cache-control', 'public, no-cache')
      reply.header('repr-digest', `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`)
      if (request.headers['if-none-match'] === `"${sha256}"`) return reply.code(304).send()
      return reply
        .header('content-disposition', 'attachment; filename="knockwire"')
        .type('text/javascript; charset=utf-8')
        .send(content)
    })
    // As sha256sum -c reads it.
    app.get('/cli.sha256', options, async (_request, reply) =>
      reply
        .header('cache-control', 'public, no-cache')
        .type('text/plain; charset=utf-8')
        .send(`${(await current()).sha256}  knockwire\n`),
    )
    let schema: string | undefined
    app.get(fileSchemaPath, options, async (_request, reply) => {
      schema ??= JSON.stringify(fileJsonSchema(settings.publicOrigin))
      return reply.header('cache-control', 'public, max-age=3600').type('application/schema+json').send(schema)
    })
  }
