import { AppError } from '@knockwire/domain/errors'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ApiContext } from '../../context.ts'
import { sendOwnPage } from '../../pages/page.ts'
import { noStore } from '../../plugins/response/security-headers.ts'
import { askPage, askRatesPage, donePage, doneRatesPage, unknownPage } from './unsubscribe-page.ts'
import { readSubscriber, unsubscribe, unsubscribeFromRates } from './unsubscribe.ts'
import { clientOf } from '../../access/client/client.ts'

/** A wildcard, since a named part of a path may have 100 characters only. */
const path = '/unsubscribe/*'
const ratesPath = '/unsubscribe/rates/*'
interface Route {
  Params: { '*': string }
}
const route = { config: { public: true }, schema: { hide: true } } as const
const maxFormBytes = 4096

const pageSender =
  ({ settings }: ApiContext) =>
  (reply: FastifyReply, page: string) =>
    sendOwnPage(reply, page, settings.instance)

/** Where mails link to (List-Unsubscribe), for people and, by RFC 8058, for their mail programs. */
export const unsubscribeRoutes =
  (context: ApiContext) =>
  async (app: FastifyInstance): Promise<void> => {
    const sendPage = pageSender(context)
    // An address stands in them.
    noStore(app)
    // `List-Unsubscribe=One-Click` as one form or the other, or the page's own empty form: the path says it all.
    app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxFormBytes }, (_request, _form, done) => done(null))
    app.setErrorHandler((error, _request, reply) => {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return sendPage(reply.code(404), unknownPage())
      throw error
    })
    app.get<Route>(path, route, async ({ params }, reply) =>
      sendPage(reply, askPage(readSubscriber(context, params['*']).address)),
    )
    app.post<Route>(path, route, async (request, reply) =>
      sendPage(reply, donePage((await unsubscribe(context, request.params['*'], clientOf(request))).address)),
    )
    app.get<Route>(ratesPath, route, async ({ params }, reply) =>
      sendPage(reply, askRatesPage(readSubscriber(context, params['*'], 'rates').address)),
    )
    app.post<Route>(ratesPath, route, async (request, reply) =>
      sendPage(
        reply,
        doneRatesPage((await unsubscribeFromRates(context, request.params['*'], clientOf(request))).address),
      ),
    )
  }
