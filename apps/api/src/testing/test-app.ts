import { createSecrets } from '@knockwire/db/secrets'
import { accounts } from '@knockwire/db/schema/accounts'
import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'
import { createUriCheck } from '@knockwire/outbound/url-rules'
import { createQueue } from '@knockwire/queue/queue'
import { eq } from 'drizzle-orm'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { buildApp } from '../app.ts'
import type { ApiContext } from '../context.ts'
import { sessionCookieName } from '../features/auth/session-cookie.ts'
import { logOptions } from '../plugins/log-options.ts'
import type { Settings } from '../settings.ts'
import { createTestClock, type TestClock } from './test-clock.ts'
import { testSettings } from './test-settings.ts'

type Inject = (options: InjectOptions) => Promise<LightMyRequestResponse>

export interface TestUser {
  accountId: string
  email: string
  password: string
  /** Asks as this user's browser does: with its cookie, from this origin. */
  inject: Inject
}

export interface TestApp {
  app: FastifyInstance
  context: ApiContext
  db: TestDatabase['db']
  pool: TestDatabase['pool']
  url: string
  clock: TestClock
  /** Every line that was logged. */
  logLines: string[]
  /** Signs up through the API. Other people have other names; `name@example.com` is the address. */
  signUp: (name: string) => Promise<TestUser>
  /** Asks as a browser of this origin without a session. */
  inject: Inject
  close: () => Promise<void>
}

export interface TestAppOptions {
  settings?: Partial<Settings>
  /** A second process on the first one's database. */
  sharing?: TestApp
}

const withHeaders = (app: FastifyInstance, headers: Record<string, string>): Inject => {
  return (options) => app.inject({ ...options, headers: { ...headers, ...options.headers } })
}

const capturingLog = (settings: Settings, lines: string[]) =>
  pino(logOptions(settings), { write: (line: string) => void lines.push(line) })

const signUpThrough =
  (context: ApiContext, app: FastifyInstance, visitor: Inject) =>
  async (name: string): Promise<TestUser> => {
    const email = `${name.toLowerCase()}@example.com`
    const password = `a long password of ${name}`
    const payload = { email, password, firstName: name, lastName: 'Example' }
    const answer = await visitor({ method: 'POST', url: '/api/v1/auth/sign-up', payload })
    if (answer.statusCode !== 201) throw new Error(`Sign-up answered ${answer.statusCode}: ${answer.body}`)
    const cookieName = sessionCookieName(context.settings)
    const cookie = answer.cookies.find(({ name: set }) => set === cookieName)
    const [account] = await context.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, email))
    if (cookie === undefined || account === undefined) throw new Error('Sign-up opened no session.')
    const headers = { origin: context.settings.publicOrigin, cookie: `${cookieName}=${cookie.value}` }
    return { accountId: account.id, email, password, inject: withHeaders(app, headers) }
  }

/** The whole app on a real PostgreSQL of the test file's own, without a listening socket. */
export const createTestApp = async (options: TestAppOptions = {}): Promise<TestApp> => {
  const own = options.sharing ? undefined : await createTestDatabase()
  const database = options.sharing ?? own
  if (database === undefined) throw new Error('There is no database.')
  const settings = testSettings(database.url, options.settings)
  const clock = options.sharing?.clock ?? createTestClock()
  const logLines: string[] = []
  const log = capturingLog(settings, logLines)
  const queue = createQueue({
    url: database.url,
    pool: database.pool,
    isWorker: false,
    onError: (error) => log.error({ err: error }, 'queue failed'),
  })
  await queue.start()
  const context: ApiContext = {
    db: database.db,
    queue,
    secrets: createSecrets(settings.keyring),
    checkUri: createUriCheck({ allowCidrs: settings.outboundAllowCidrs }),
    settings,
    log,
    now: clock.now,
  }
  const app = await buildApp(context, database.pool)
  await app.ready()
  const inject = withHeaders(app, { origin: settings.publicOrigin })
  return {
    app,
    context,
    db: database.db,
    pool: database.pool,
    url: database.url,
    clock,
    logLines,
    signUp: signUpThrough(context, app, inject),
    inject,
    close: async () => {
      await app.close()
      await queue.stop()
      await own?.close()
    },
  }
}
