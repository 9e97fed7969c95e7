import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import { pagePolicy, paymentPagePolicy } from '../../plugins/response/security-headers.ts'
import { scriptHashesOf } from '../../plugins/response/script-hashes.ts'
import type { Settings } from '../../settings.ts'

const notBuilt = 'The dashboard has not been built yet. Start the server with "pnpm start", which builds it first.\n'

/**
 * `index.html` is the dashboard, which shows the page that its URL names; `visitor.html` likewise the pages before it;
 * `rates.html` the rates page.
 */
export type WebPage = 'index.html' | 'visitor.html' | 'rates.html'

/** Any URL whose path contains /rates is the public rates page, below /dashboard too [SH-31]. */
export const webPageOf = (url: string): 'index.html' | 'rates.html' =>
  url.split('?', 1)[0]?.includes('/rates') === true ? 'rates.html' : 'index.html'

interface SendOptions {
  /** Whether the page takes cards, so that Stripe's script may run. */
  isPayment?: boolean
}

export type SendPage = (reply: FastifyReply, page: WebPage, options?: SendOptions) => FastifyReply

/** Sends the web's documents, each with a policy that allows the scripts in it. */
export const pageSender = (settings: Settings): SendPage => {
  const { webRoot } = settings
  const hashes = scriptHashReader(webRoot)
  return (reply, page, { isPayment = false } = {}) => {
    const scriptHashes = hashes(page)
    if (scriptHashes === undefined)
      return reply.code(503).header('retry-after', '5').type('text/plain; charset=utf-8').send(notBuilt)
    reply.helmet({ contentSecurityPolicy: (isPayment ? paymentPagePolicy : pagePolicy)(settings, scriptHashes) })
    // It names the current build's files, so it is requested each time; the answer is mostly 304.
    return reply.header('cache-control', 'no-cache').sendFile(page, { cacheControl: false })
  }
}

/**
 * Returns the hashes of a document's scripts; undefined where the document is not built. A build may replace it while the server
 * runs, so the hashes follow the file.
 */
const scriptHashReader = (webRoot: string) => {
  const known = new Map<WebPage, { version: string; hashes: readonly string[] }>()
  return (page: WebPage): readonly string[] | undefined => {
    const file = join(webRoot, page)
    const stats = statSync(file, { throwIfNoEntry: false })
    if (stats === undefined) return undefined
    // A file that is being written may have its last time already.
    const version = `${stats.mtimeMs} ${stats.size}`
    const read = known.get(page)
    if (read?.version === version) return read.hashes
    const hashes = scriptHashesOf([readFileSync(file, 'utf8')])
    known.set(page, { version, hashes })
    return hashes
  }
}
