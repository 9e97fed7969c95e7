import { AppError, notFound } from '@knockwire/domain/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ApiContext } from '../../context.ts'
import { html } from '../../pages/html.ts'
import { page, sendOwnPage } from '../../pages/page.ts'
import type { AllowedMethods } from '../../plugins/request/allowed-methods.ts'
import { siteSender } from '../site/send-site-page.ts'
import type { Site } from '../site/site-pages.ts'
import { sendKeptFile } from './kept-files.ts'
import { type SendPage, webPageOf } from './send-page.ts'

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'
const isApi = ({ url }: FastifyRequest) => url.startsWith('/api/')
const wantsPage = ({ headers }: FastifyRequest) => (headers.accept ?? '').includes('text/html')

const unknownCall = ({ url, method }: FastifyRequest, methods: AllowedMethods) => {
  const allow = methods.of(url)
  if (allow.length === 0) return notFound('address')
  return new AppError('METHOD_NOT_ALLOWED', `This address does not accept ${method}. It accepts ${allow.join(', ')}.`, {
    allow,
  })
}

interface UnknownAddressParts {
  methods: AllowedMethods
  site: Site
  sendPage: SendPage
}

const unknownPage = page({
  title: 'Not found',
  body: html`<h1>There is no such page</h1>
    <p><a href="/dashboard">Go to your tasks</a></p>`,
})

/**
 * A file that this server's build does not have may be another's. Any URL containing /rates is the public rates page; a person
 * gets a page, a program an error.
 */
export const notFoundHandler = (
  app: FastifyInstance,
  context: ApiContext,
  { methods, site, sendPage }: UnknownAddressParts,
) => {
  const { instance } = context.settings
  const sendSitePage = siteSender(site, context.settings)
  app.setNotFoundHandler(async (request, reply) => {
    if (isApi(request)) throw unknownCall(request, methods)
    if (!isRead(request)) throw notFound('address')
    const kept = await sendKeptFile(context, request, reply)
    if (kept !== undefined) return kept
    if (webPageOf(request.url, instance) === 'rates.html') return sendPage(reply, 'rates.html')
    if (!wantsPage(request)) throw notFound('address')
    void reply.code(404)
    return instance.hasSite ? sendSitePage(request, reply, '/404.html') : sendOwnPage(reply, unknownPage, instance)
  })
}
