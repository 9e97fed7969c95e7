import type { OutboxItem } from '@knockwire/domain/outbox'
import { html, type Html } from '../../pages/html.ts'
import { page } from '../../pages/page.ts'

const item = ({ channel, to, subject, body, createdAt }: OutboxItem): Html => html`
  <article class="mail">
    <h2>${subject ?? 'No subject'}</h2>
    <div class="soft">${channel} to ${to}, <time datetime="${createdAt}">${createdAt}</time></div>
    <pre>${body}</pre>
  </article>
`

const nothing = html`<p class="soft">Nothing has been sent yet. Reload this page when you expect something.</p>`

export const outboxPage = (items: OutboxItem[]): string =>
  page({
    title: 'Development outbox',
    body: html`
      <h1>Development outbox</h1>
      <p>
        This server has no mail or SMS provider. What it would have sent stands here, newest first, also as
        <a href="/dev/outbox.json">JSON</a>.
      </p>
      ${items.length === 0 ? nothing : items.map(item)}
    `,
  })
