import { notFound } from '@knockwire/domain/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ApiContext } from '../../context.ts'
import { siteSender } from '../site/send-site-page.ts'
import type { Site } from '../site/site-pages.ts'
import { type SendPage, webPageOf } from './send-page.ts'

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'
const isApi = ({ url }: FastifyRequest) => url.startsWith('/api/')
const wantsPage = ({ headers }: FastifyRequest) => (headers.accept ?? '').includes('text/html')

/** Any URL containing /rates is the public rates page; a person gets a page, a program an error. */
export const notFoundHandler = (app: FastifyInstance, { settings }: ApiContext, site: Site, sendPage: SendPage) => {
  const sendSitePage = siteSender(site, settings)
  app.setNotFoundHandler(async (request, reply) => {
    if (isApi(request) || !isRead(request)) throw notFound('address')
    if (webPageOf(request.url) === 'rates.html') return sendPage(reply, 'rates.html')
    if (!wantsPage(request)) throw notFound('address')
    return sendSitePage(request, reply.code(404), '/404.html')
  })
}
