import fastifyStatic from '@fastify/static'
import { executionPathOf } from '@knockwire/domain/executions/execution-path'
import { receiverPathOf } from '@knockwire/domain/receivers/short-path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ApiContext } from '../../context.ts'
import { sessionCookieName } from '../../access/session-cookie.ts'
import { preloadLinks } from './preload-files.ts'
import { type SendPage, webPageOf } from './send-page.ts'

/** The pages before the dashboard; the rates page's paths are any that contain /rates. */
const visitorPaths = ['/signin', '/signup', '/forgot', '/invite']
const signOutPath = '/logout'
/** Shows a button in the place of signing out at once. */
const askPath = '/logout?ask'
const guardedPaths = ['/dashboard', '/dashboard/*']
const paymentPath = '/dashboard/account'

const page = { config: { public: true }, schema: { hide: true } } as const

/** File names under /assets/ carry a hash of their content. */
const isHashed = (path: string) => /[\\/]assets[\\/]/.test(path)

/**
 * What the build keeps beside the code, and visitors do not ask for: source maps are for those who look into an error, and
 * compressed files are sent in place of the code.
 */
const isKeptBeside = (path: string) => /\.(map|br|gz)$/i.test(path)

/** Files are requested by their own names at this route; the others send documents, with the policy that allows their scripts. */
const filesPath = '/*'
const isDocument = (path: string, { routeOptions }: FastifyRequest) =>
  routeOptions.url === filesPath && /\.html$/i.test(path)

/**
 * Whether another site's page led here. The document itself signs out: an own link does so at once, while at a foreign one it
 * asks first. Browsers say where a navigation comes from (Fetch Metadata) wherever the connection is one to trust.
 */
const isForeignLink = ({ headers }: FastifyRequest) => {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

const signInUrl = (request: FastifyRequest) => `/signin?returnUrl=${encodeURIComponent(request.url)}`

export const webRoutes =
  ({ settings }: ApiContext, sendPage: SendPage) =>
  async (app: FastifyInstance) => {
    const { webRoot } = settings
    const cookieName = sessionCookieName(settings)
    const linksOf = preloadLinks(webRoot)
    for (const path of visitorPaths) app.get(path, page, async (_request, reply) => sendPage(reply, 'visitor.html'))
    // A text message has a short link; the page that it leads to asks a visitor to sign in.
    app.get('/e/:code', page, async (request, reply) => {
      const path = executionPathOf(request.url.split('?', 1)[0] ?? '')
      return path === null ? reply.callNotFound() : reply.redirect(path, 302)
    })
    app.get('/q/:code', page, async (request, reply) => {
      const path = receiverPathOf(request.url.split('?', 1)[0] ?? '')
      return path === null ? reply.callNotFound() : reply.redirect(path, 302)
    })
    app.get(signOutPath, page, async (request, reply) => {
      // Once more: a redirect of a foreign navigation is foreign as well.
      if (isForeignLink(request) && request.url !== askPath) return reply.redirect(askPath, 302)
      return sendPage(reply, 'visitor.html')
    })
    for (const path of [...guardedPaths, paymentPath]) {
      const isPayment = path === paymentPath && settings.stripe !== null
      app.get(path, page, async (request, reply) => {
        if (webPageOf(request.url, settings.instance) === 'rates.html') return sendPage(reply, 'rates.html')
        // A visitor is sent to sign in at once, without the dashboard being loaded first.
        if (request.cookies[cookieName] === undefined) return reply.redirect(signInUrl(request), 302)
        const links = linksOf(request.url)
        if (links !== undefined) reply.header('link', links)
        return sendPage(reply, 'index.html', { isPayment })
      })
    }
    await app.register(fastifyStatic, {
      root: webRoot,
      index: false,
      dotfiles: 'ignore',
      schemaHide: true,
      suppressWarning: true,
      preCompressed: true,
      allowedPath: (path, _root, request) => !isKeptBeside(path) && !isDocument(path, request),
      setHeaders: (reply, path) => {
        if (isHashed(path)) reply.header('cache-control', 'public, max-age=31536000, immutable')
      },
    })
  }
