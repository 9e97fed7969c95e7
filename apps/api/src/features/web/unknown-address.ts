import { notFound } from '@knockwire/domain/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ApiContext } from '../../context.ts'
import { html } from '../../pages/html.ts'
import { page } from '../../pages/page.ts'
import { sendPage, webPageOf } from './send-page.ts'

const nothingHere = page({
  title: 'Not found',
  body: html`<h1>There is nothing at this address</h1>
    <p>It may have been mistyped, or what was here was deleted. <a href="/dashboard">Go to your tasks</a>.</p>`,
})

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'
const isApi = ({ url }: FastifyRequest) => url.startsWith('/api/')
const wantsPage = ({ headers }: FastifyRequest) => (headers.accept ?? '').includes('text/html')

/** Any URL containing /rates is the public rates page; a person gets a page, a program an error. */
export const answerUnknownAddresses = (app: FastifyInstance, { settings }: ApiContext) => {
  app.setNotFoundHandler(async (request, reply) => {
    if (isApi(request) || !isRead(request)) throw notFound('address')
    if (webPageOf(request.url) === 'rates.html') return sendPage(settings.webRoot, reply, 'rates.html')
    if (!wantsPage(request)) throw notFound('address')
    return reply.code(404).type('text/html; charset=utf-8').send(nothingHere)
  })
}
