import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { ApiContext } from '../../context.ts'
import { sitePolicy } from '../../plugins/response/security-headers.ts'
import { siteSender } from './send-site-page.ts'
import type { Site } from './site-pages.ts'

const page = { config: { public: true }, schema: { hide: true } } as const
const paths = ['/', '/docs', '/docs/*', '/blog', '/blog/*', '/robots.txt', '/sitemap-index.xml', '/sitemap-0.xml']

const withoutFinalSlashes = (path: string) => {
  let end = path.length
  while (end > 0 && path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

const pathOf = (url: string) => url.split('?', 1)[0] ?? '/'

/** The front page, the documentation and the blog, as `apps/site` built them. */
export const siteRoutes =
  ({ settings }: ApiContext, site: Site) =>
  async (app: FastifyInstance) => {
    const sendPage = siteSender(site, settings)
    const contentSecurityPolicy = sitePolicy(settings, [])
    for (const path of paths) {
      app.get(path, page, async (request, reply) => {
        const requestedPath = pathOf(request.url)
        const canonical = withoutFinalSlashes(requestedPath) || '/'
        if (canonical !== requestedPath && site.pages.has(canonical))
          return reply.redirect(canonical + request.url.slice(requestedPath.length), 301)
        return (await sendPage(request, reply, requestedPath)) ?? reply.callNotFound()
      })
    }
    const files = { index: false, decorateReply: false, schemaHide: true, suppressWarning: true } as const
    await app.register(fastifyStatic, {
      ...files,
      root: join(settings.siteRoot, '_astro'),
      prefix: '/_astro/',
      // A file's name carries a hash of its content.
      immutable: true,
      maxAge: '1y',
    })
    await app.register(fastifyStatic, {
      ...files,
      root: join(settings.siteRoot, 'pagefind'),
      prefix: '/pagefind/',
      setHeaders: (reply, path) => {
        // gzip by the build, under a name that says no type; what has none would be compressed once more.
        if (/\.(pf_\w+|pagefind)$/.test(path)) reply.header('content-type', 'application/gzip')
        // A worker runs under the policy that it came with.
        if (path.endsWith('.js')) reply.helmet({ contentSecurityPolicy })
      },
    })
    await app.register(fastifyStatic, { ...files, root: join(settings.siteRoot, 'images'), prefix: '/images/' })
  }
