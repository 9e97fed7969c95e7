import { AppError } from '@knockwire/domain/errors'
import { OutboxItem } from '@knockwire/domain/outbox'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ApiContext } from '../../context.ts'
import { html, type Html } from '../../pages/html.ts'
import { page, sendOwnPage } from '../../pages/page.ts'
import { rejectUnreadableValues } from '../../plugins/request/request-body.ts'
import { isFromThisMachine } from '../../plugins/origin/this-machine.ts'
import { listOutbox, presentOutboxItem } from './queries.ts'

/**
 * The mail as its reader sees it. It is of this page's origin, so that the page can read its height and set its color
 * scheme: its sandbox must never allow scripts, which could then act as the reader.
 */
const mailFrame = (subject: string | null, markup: string): Html => html`
  <iframe
    class="mail-html"
    sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
    loading="lazy"
    title="${subject ?? 'No subject'}"
    srcdoc="${markup}"
  ></iframe>
`

/** Until the page's script writes it in the reader's zone. */
const utcTime = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
})

const channelNames: Record<string, string> = { EMAIL: 'Email', SMS: 'SMS' }

const textPart = (body: string): Html => html`
  <details>
    <summary>Text part</summary>
    <pre>${body}</pre>
  </details>
`

const item = ({ channel, to, subject, body, html: markup, createdAt }: OutboxItem): Html => html`
  <article class="mail">
    <h2>${subject ?? 'No subject'}</h2>
    <div class="soft">
      ${channelNames[channel] ?? channel} to ${to},
      <time datetime="${createdAt}">${utcTime.format(Date.parse(createdAt))}</time>
    </div>
    ${markup === null ? html`<pre>${body}</pre>` : [mailFrame(subject, markup), textPart(body)]}
  </article>
`

const nothing = html`<p class="soft">Nothing has been sent yet. Reload this page when you expect something.</p>`

const outboxPage = (items: OutboxItem[]): string =>
  page({
    title: 'Development outbox',
    hasScript: true,
    body: html`
      <h1>Development outbox</h1>
      <p>
        This server has no mail or SMS provider. Everything it would have sent, newest first, also as
        <a href="/dev/outbox.json">JSON</a>.
      </p>
      ${items.length === 0 ? nothing : items.map(item)}
    `,
  })

const config = { public: true } as const
const querystring = z.strictObject({ to: z.string().trim().toLowerCase().max(254).optional() })

const elsewhere = 'The development outbox is available only on the machine that it runs on, and not through a proxy.'

/** Registered in embedded mode only: elsewhere there is no such page. Codes that open accounts stand in it. */
export const outboxRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    rejectUnreadableValues(app)
    app.addHook('onRequest', async (request) => {
      if (!isFromThisMachine(request)) throw new AppError('FORBIDDEN', elsewhere)
    })
    app.get(
      '/dev/outbox.json',
      { config, schema: { hide: true, querystring, response: { 200: z.array(OutboxItem) } } },
      async (request, reply) => {
        void reply.header('cache-control', 'no-store')
        return (await listOutbox(context, request.query.to)).map(presentOutboxItem)
      },
    )

    app.get('/dev/outbox', { config, schema: { hide: true, querystring } }, async (request, reply) => {
      const items = (await listOutbox(context, request.query.to)).map(presentOutboxItem)
      return sendOwnPage(reply.header('cache-control', 'no-store'), outboxPage(items), context.settings.instance)
    })
  }
