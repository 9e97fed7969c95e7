import { openDatabase } from '@knockwire/db/client'
import { createSecrets } from '@knockwire/services/secrets/secrets'
import { verifiedEmails } from '@knockwire/db/schema/accounts'
import { memberships, users } from '@knockwire/db/schema/users'
import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'
import { serverPolicy } from '@knockwire/outbound/server-policy'
import { createUriCheck } from '@knockwire/outbound/url-rules'
import { createQueue } from '@knockwire/queue/queue'
import { eq } from 'drizzle-orm'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { buildApp } from '../app.ts'
import { createBackgroundWork } from '../background-work.ts'
import type { ApiContext } from '../context.ts'
import { createPasswords, type Passwords } from '../access/passwords.ts'
import { sessionCookieName } from '../access/session-cookie.ts'
import { logOptions } from '../plugins/observe/request-log.ts'
import { openExpensiveReads } from '../reads/expensive-reads.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Settings } from '../settings.ts'
import { type RegisteredRoute, withRoutes } from './routes/registered-routes.ts'
import { createTestClock, type TestClock } from './test-clock.ts'
import { createTestSandbox } from './test-sandbox.ts'
import { testSettings } from './test-settings.ts'

type Inject = (options: InjectOptions) => Promise<LightMyRequestResponse>

export interface TestUser {
  userId: string
  /** Their own. */
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
  /** The app's own connections; `pool` and `db` are the test's. */
  appPool: TestDatabase['pool']
  routes: RegisteredRoute[]
  url: string
  clock: TestClock
  /** As Prometheus would read it. */
  metrics: () => Promise<string>
  /** Every line that was logged. */
  logLines: string[]
  /**
   * Signs up through the API. Other people have other names; `name@example.com` is the address. Outside embedded mode it is
   * confirmed at once, unless the test is about what goes before.
   */
  signUp: (name: string, options?: { isConfirmed?: boolean }) => Promise<TestUser>
  /** Asks as a browser of this origin without a session. */
  inject: Inject
  close: () => Promise<void>
}

export interface TestAppOptions {
  settings?: Partial<Settings>
  clock?: TestClock
  /** A second process on the first one's database. */
  sharing?: TestApp
  poolSize?: number
  connectionTimeoutMs?: number
  /** Those of the product, for a test about what they cost. */
  passwords?: Passwords
}

const withHeaders = (app: FastifyInstance, headers: Record<string, string>): Inject => {
  return (options) => app.inject({ ...options, headers: { ...headers, ...options.headers } })
}

const signUpThrough =
  (context: ApiContext, app: FastifyInstance, visitor: Inject) =>
  async (name: string, { isConfirmed = true } = {}): Promise<TestUser> => {
    const email = `${name.toLowerCase()}@example.com`
    const password = `a long password of ${name}`
    const payload = { email, password, firstName: name, lastName: 'Example' }
    const answer = await visitor({ method: 'POST', url: '/api/v1/auth/sign-up', payload })
    if (answer.statusCode !== 201) throw new Error(`Sign-up answered ${answer.statusCode}: ${answer.body}`)
    const cookieName = sessionCookieName(context.settings)
    const cookie = answer.cookies.find(({ name: set }) => set === cookieName)
    const [member] = await context.db
      .select({ userId: users.id, accountId: memberships.accountId })
      .from(users)
      .innerJoin(memberships, eq(memberships.userId, users.id))
      .where(eq(users.email, email))
    if (cookie === undefined || member === undefined) throw new Error('Sign-up opened no session.')
    if (isConfirmed && !context.settings.isEmbedded) {
      const verifiedAt = new Date(context.now())
      const { userId: verifiedBy, accountId } = member
      await context.db.insert(verifiedEmails).values({ accountId, address: email, verifiedAt, verifiedBy })
    }
    const { origin, host } = new URL(context.settings.publicOrigin)
    const headers = { origin, host, cookie: `${cookieName}=${cookie.value}` }
    return { ...member, email, password, inject: withHeaders(app, headers) }
  }

const keptSandbox = createTestSandbox()
/** One for all apps of this process, and never closed: its threads take longer to come up than most tests take. */
const sharedSandbox: Sandbox = { run: (accountId, job) => keptSandbox.run(accountId, job), close: async () => {} }

/** Real, but at a hundredth of the cost: the hashes of sign-ups and attempts were a fifth of what these tests took. */
const cheapPasswords = createPasswords({ memory: 256, passes: 1 })

const openContext = (url: string, options: TestAppOptions, clock: TestClock, logLines: string[]) => {
  const settings = testSettings(url, options.settings)
  const log = pino(logOptions(settings), { write: (line: string) => void logLines.push(line) })
  const { poolSize: max = 10, connectionTimeoutMs = 5000 } = options
  const onIdleError = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  const database = openDatabase({ url, max, connectionTimeoutMs, applicationName: 'test api', onIdleError })
  const onError = (error: Error) => log.error({ err: error }, 'the queue failed')
  const context: ApiContext = {
    db: database.db,
    reads: openExpensiveReads({ url, applicationName: 'test api reads', onIdleError }),
    queue: createQueue({ url, pool: database.pool, isWorker: false, onError }),
    secrets: createSecrets(settings.keyring),
    passwords: options.passwords ?? cheapPasswords,
    checkUri: createUriCheck(serverPolicy(settings)),
    sandbox: sharedSandbox,
    background: createBackgroundWork(log),
    tracing: null,
    settings,
    log,
    now: clock.now,
  }
  return { context, database }
}

const databaseOf = (
  { sharing }: TestAppOptions,
  own: TestDatabase | null,
): Pick<TestDatabase, 'url' | 'db' | 'pool'> => {
  const database = sharing ?? own
  if (database === null) throw new Error('There is no database.')
  return database
}

/** The whole app on a real PostgreSQL of the test file's own, without a listening socket. */
export const createTestApp = async (options: TestAppOptions = {}): Promise<TestApp> => {
  const own = options.sharing === undefined ? await createTestDatabase() : null
  const { url, db, pool } = databaseOf(options, own)
  const clock = options.clock ?? options.sharing?.clock ?? createTestClock()
  const logLines: string[] = []
  const { context, database } = openContext(url, options, clock, logLines)
  await context.queue.start()
  const registry = new Registry()
  const { built: app, routes } = await withRoutes(() => buildApp(context, registry))
  await app.ready()
  const { origin, host } = new URL(context.settings.publicOrigin)
  const inject = withHeaders(app, { origin, host })
  const close = async () => {
    await app.close()
    await context.background.settled()
    await context.queue.stop()
    await context.sandbox.close()
    await context.reads.close()
    await database.close()
    await own?.close()
  }
  const signUp = signUpThrough(context, app, inject)
  return {
    app,
    context,
    routes,
    db,
    pool,
    appPool: database.pool,
    url,
    clock,
    metrics: () => registry.metrics(),
    logLines,
    signUp,
    inject,
    close,
  }
}
