import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Html } from '../../pages/html.ts'
import { page } from '../../pages/page.ts'
import { accountsPage } from './accounts.ts'
import { blog } from './blog.ts'
import { conditions } from './conditions.ts'
import { executions } from './executions.ts'
import { gettingStarted } from './getting-started.ts'
import { notifications } from './notifications.ts'
import { planLimits } from './plan-limits.ts'
import { receivers } from './receivers.ts'
import { schedules } from './schedules.ts'

const pages: Record<string, { title: string; body: Html }> = {
  '/docs': { title: 'Getting started', body: gettingStarted },
  '/docs/schedules': { title: 'Schedules', body: schedules },
  '/docs/executions': { title: 'Executions', body: executions },
  '/docs/conditions': { title: 'Conditions', body: conditions },
  '/docs/notifications': { title: 'Notifications', body: notifications },
  '/docs/receivers': { title: 'Receivers', body: receivers },
  '/docs/accounts': { title: 'Accounts and API tokens', body: accountsPage },
  '/docs/plans': { title: 'Plans and limits', body: planLimits },
  '/blog': { title: 'Blog', body: blog },
}

const styles = readFileSync(new URL('../../pages/pages.css', import.meta.url), 'utf8')
const open = { config: { public: true }, schema: { hide: true } } as const
const anHour = 'public, max-age=3600'

/** Pages that need no script: what is written is what is sent. */
export const docsRoutes = async (app: FastifyInstance) => {
  for (const [path, content] of Object.entries(pages)) {
    const markup = page(content)
    app.get(path, open, async (_request, reply) => reply.type('text/html; charset=utf-8').send(markup))
  }
  app.get('/docs/pages.css', open, async (_request, reply) =>
    reply.header('cache-control', anHour).type('text/css; charset=utf-8').send(styles),
  )
}
