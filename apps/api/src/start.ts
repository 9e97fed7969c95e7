import { openDatabase } from '@knockwire/db/client'
import { checkReadiness, shareReadiness } from '@knockwire/db/readiness'
import { type HealthServer, startHealthServer } from '@knockwire/services/health/health-server'
import { measurePools } from '@knockwire/services/metrics/measure-pools'
import { openTracing } from '@knockwire/services/tracing/open-tracing'
import { callProvidersThrough } from '@knockwire/services/settings/outbound-proxy'
import { createSecrets } from '@knockwire/services/secrets/secrets'
import { untilUsable } from '@knockwire/services/start/until-usable'
import { serverPolicy } from '@knockwire/outbound/server-policy'
import { createUriCheck } from '@knockwire/outbound/url-rules'
import { createQueue } from '@knockwire/queue/queue'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import { Registry } from 'prom-client'
import { createBackgroundWork } from './background-work.ts'
import type { ApiContext } from './context.ts'
import { createPasswords } from './access/passwords.ts'
import { type Ingress, startIngress } from './ingress/start-ingress.ts'
import { productVersion } from './product-version.ts'
import { logOptions } from './plugins/observe/request-log.ts'
import { tracedApi } from './plugins/observe/trace-requests.ts'
import { openExpensiveReads } from './reads/expensive-reads.ts'
import { createSandbox } from './sandbox/sandbox.ts'
import { type Settings, warningsOf } from './settings.ts'

export interface RunningApi {
  /** Where it listens. */
  address: string
  /** Accepts nothing new, answers what is in flight, and lets go of the database. */
  stop: () => Promise<void>
}

/** A process that hangs within a transaction must not keep what it has locked from everybody else. */
const idleInTransactionMs = 10_000

const openContext = async (settings: Settings, log: Logger) => {
  const { databaseUrl, databasePoolerUrl } = settings
  const connection = {
    url: databasePoolerUrl ?? databaseUrl,
    isSession: databasePoolerUrl === null,
    // A pooler has its own setting for it (`idle_transaction_timeout`): set here, it would be anybody's.
    ...(databasePoolerUrl === null && {
      sessionSql: `set idle_in_transaction_session_timeout = ${idleInTransactionMs}`,
    }),
    onIdleError: (error: Error) => log.warn({ err: error }, 'a database connection was lost'),
  }
  const database = openDatabase({ ...connection, max: settings.databasePoolSize, applicationName: 'knockwire-api' })
  const queue = createQueue({
    url: settings.databaseUrl,
    pool: database.pool,
    isWorker: false,
    onError: (error) => log.error({ err: error }, 'the queue failed'),
  })
  const context: ApiContext = {
    db: database.db,
    reads: openExpensiveReads({ ...connection, applicationName: 'knockwire-api-reads' }),
    queue,
    secrets: createSecrets(settings.keyring),
    passwords: createPasswords(),
    checkUri: createUriCheck(serverPolicy(settings)),
    sandbox: createSandbox(),
    background: createBackgroundWork(log),
    tracing: await openTracing(settings.tracing, { ...tracedApi, log }),
    settings,
    log,
    now: Date.now,
  }
  return { context, database }
}

/**
 * The API and the receivers' side, as far as this process's role has them, once the database can be used. Rejects when the
 * signal is aborted before that.
 */
export const startApi = async (settings: Settings, signal: AbortSignal): Promise<RunningApi> => {
  callProvidersThrough(settings.outboundProxy)
  const log = pino(logOptions(settings))
  for (const warning of warningsOf()) log.warn(warning)
  const { databaseUrl, keyring, host, port, receiverPort, operatorHost, operatorPort, role } = settings
  const listens = [
    { host, port },
    ...(role === 'api' ? [] : [{ host, port: receiverPort }]),
    { host: operatorHost, port: operatorPort },
  ]
  const [applicationName, version] = ['knockwire-api', productVersion]
  await untilUsable({ databaseUrl, applicationName, secrets: createSecrets(keyring), version, listens, log, signal })
  const { context: opened, database } = await openContext(settings, log)
  const context: ApiContext = { ...opened, isStopping: () => signal.aborted }
  const registry = new Registry()
  const app = await buildFor(context, registry)
  app.addHook('onClose', async () => {
    await context.background.settled()
    await context.queue.stop()
    await context.sandbox.close()
    await context.reads.close()
    await database.close()
    await context.tracing?.close()
  })
  let ingress: Ingress | null = null
  let operator: HealthServer | null = null
  try {
    await context.queue.start()
    if (settings.role !== 'ingress') await prepare(context)
    if (settings.role !== 'api') ingress = await startIngress({ ...context, registry })
    // The alert on a missing API looks for its pool, so that a process of the receivers alone calls its own otherwise.
    const name = settings.role === 'ingress' ? 'health' : 'api'
    measurePools(registry, {
      [name]: database.pool,
      ...(settings.role !== 'ingress' && { reads: context.reads.pool }),
      ...(ingress && { ingress: ingress.pool }),
    })
    const readiness = shareReadiness(() => checkReadiness(context.db), context.now)
    const details = settings.makesCalls ? {} : { calls: 'off' }
    const sources = { version, readiness, details, registry, log }
    operator = await startHealthServer(settings.operatorHost, settings.operatorPort, sources)
    const address = await app.listen({ host, port })
    const ports = { receiverPort: ingress?.port, operatorPort: operator.port }
    log.info({ role: settings.role, address, ...ports }, 'started')
    return {
      address,
      stop: async () => {
        log.info('stopping')
        await stop(app, ingress, operator)
        log.info('stopped')
      },
    }
  } catch (error) {
    await stop(app, ingress, operator)
    throw error
  }
}

/** What a process does not serve it does not load either: the API's side is most of the code. */
const buildFor = async (...parts: [ApiContext, Registry]): Promise<FastifyInstance> => {
  const [{ settings }] = parts
  if (settings.role === 'ingress') return (await import('./server/health-app.ts')).buildHealthApp(...parts)
  return (await import('./app.ts')).buildApp(...parts)
}

const prepare = async (context: ApiContext) => {
  const { ensureDemoAccount } = await import('./features/demo/ensure-demo-account.ts')
  const { keepFiles } = await import('./features/web/kept-files.ts')
  const { stopUnconfirmedTasks } = await import('./features/auth/stop-unconfirmed-tasks.ts')
  await ensureDemoAccount(context)
  await stopUnconfirmedTasks(context)
  await keepFiles(context)
}

/** The receivers first: what they have taken is still to be committed. */
const stop = async (app: FastifyInstance, ingress: Ingress | null, operator: HealthServer | null) => {
  await ingress?.stop()
  await app.close()
  await operator?.close()
}
