import type { InstanceView } from '@knockwire/domain/instance/instance'
import type { FastifyReply } from 'fastify'
import { html, type Html } from './html.ts'
import { markDocument } from './mark-document.ts'

interface Page {
  title: string
  body: Html
  /** Whether `page.js` runs in it. */
  hasScript?: boolean
}

/** The frame of the pages that the server writes itself. Its style sheet is `pages.css`. */
export const page = ({ title, body, hasScript = false }: Page): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Knockwire</title>
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <link rel="stylesheet" href="/pages.css" />
        ${hasScript ? html`<script src="/page.js"></script>` : ''}
      </head>
      <body>
        <header>
          <a class="brand" href="/"><img src="/favicon.svg" alt="" width="26" height="26" />Knockwire</a>
          <nav aria-label="Main">
            <a href="/docs" data-part="site">Docs</a>
            <a href="/docs/api" data-part="site">API</a>
            <a href="/blog" data-part="site">Blog</a>
            <a href="/rates" data-part="rates">Rates</a>
            <a href="/dashboard">Dashboard</a>
          </nav>
        </header>
        <main>${body}</main>
      </body>
    </html>`.markup

/** Sends a page that the server wrote itself, with the links that this instance has. */
export const sendOwnPage = (reply: FastifyReply, document: string, instance: InstanceView): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(markDocument(document, instance))
