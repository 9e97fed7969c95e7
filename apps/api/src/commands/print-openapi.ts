import { randomBytes } from 'node:crypto'
import cookie from '@fastify/cookie'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { apiRoutes } from '../app.ts'
import { createRateCache } from '../features/rates/rate-cache.ts'
import type { ApiContext } from '../context.ts'
import { createServer } from '../server/create-server.ts'
import { sessionCookieName } from '../access/session-cookie.ts'
import { describeApi } from '../plugins/openapi/openapi.ts'
import { readSettings } from '../settings.ts'

/** Routes are described, not called: whatever a call would need is absent. */
const absent = (name: string): never =>
  new Proxy({} as never, {
    get: (_target, property) => {
      throw new Error(`Nothing is called here, so there is no ${name}.${String(property)}.`)
    },
  })

const context: ApiContext = {
  db: absent('db'),
  reads: absent('reads'),
  queue: absent('queue'),
  secrets: absent('secrets'),
  passwords: absent('passwords'),
  checkUri: () => {
    throw new Error('Nothing is called here.')
  },
  sandbox: absent('sandbox'),
  background: absent('background'),
  settings: readSettings({
    DATABASE_URL: 'postgres://unused',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    // As the documentation calls it; a server's own description names the server.
    PUBLIC_ORIGIN: 'https://knockwire.example',
    RECEIVER_ORIGIN: 'https://hooks.knockwire.example',
  }),
  tracing: null,
  log: pino({ level: 'silent' }),
  now: Date.now,
}

// The OpenAPI description on standard output, without a database: the site's API reference is made from it.
const app = createServer(context)
await app.register(cookie)
await describeApi(app, { cookieName: sessionCookieName(context.settings), origin: context.settings.publicOrigin })
await app.register(apiRoutes(context, { registry: new Registry(), rates: createRateCache(context) }), {
  prefix: '/api/v1',
})
await app.ready()
process.stdout.write(JSON.stringify(app.swagger()))
await app.close()
