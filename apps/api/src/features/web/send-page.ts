import type { InstanceView } from '@knockwire/domain/instance/instance'
import type { FastifyReply } from 'fastify'
import { pagePolicy, paymentPagePolicy } from '../../plugins/response/security-headers.ts'
import type { Settings } from '../../settings.ts'
import { sendVariant } from '../site/send-site-page.ts'
import { documentReader } from './documents.ts'

const notBuilt = 'The dashboard has not been built yet. Start the server with "pnpm start", which builds it first.\n'

/**
 * `index.html` is the dashboard, which shows the page that its URL names; `visitor.html` likewise the pages before it;
 * `rates.html` the rates page.
 */
export type WebPage = 'index.html' | 'visitor.html' | 'rates.html'

/** Any URL whose path contains /rates is the public rates page, below /dashboard too [SH-31], where the instance has one. */
export const webPageOf = (url: string, { hasRates }: InstanceView): 'index.html' | 'rates.html' =>
  hasRates && url.split('?', 1)[0]?.includes('/rates') === true ? 'rates.html' : 'index.html'

interface SendOptions {
  /** Whether the page takes cards, so that Stripe's script may run. */
  isPayment?: boolean
}

export type SendPage = (reply: FastifyReply, page: WebPage, options?: SendOptions) => FastifyReply

/**
 * Sends the web's documents, each with a policy that allows the scripts in it. `isWithoutSources`: whether there are no rates to be
 * offered.
 */
export const pageSender = (settings: Settings, isWithoutSources: () => boolean): SendPage => {
  const read = documentReader(settings)
  return (reply, page, { isPayment = false } = {}) => {
    const document = read(page, page === 'rates.html' && isWithoutSources() ? ['rate-sources'] : [])
    if (document === undefined)
      return reply.code(503).header('retry-after', '5').type('text/plain; charset=utf-8').send(notBuilt)
    reply.helmet({
      contentSecurityPolicy: (isPayment ? paymentPagePolicy : pagePolicy)(settings, document.scriptHashes),
    })
    return sendVariant(reply, { variant: document, type: 'text/html; charset=utf-8', vary: 'accept-encoding' })
  }
}
