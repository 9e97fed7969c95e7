import { type DatabaseHandle, openDatabase } from '@knockwire/db/client'
import { createOutboundClient, type OutboundClient } from '@knockwire/outbound/create-client'
import type { OutboundPolicy } from '@knockwire/outbound/policy'
import { serverPolicy } from '@knockwire/outbound/server-policy'
import { createQueue, type Queue } from '@knockwire/queue/queue'
import { createMailer } from './mail/create-mailer.ts'
import type { Mailer } from '@knockwire/services/mail/mail'
import { callProvidersThrough } from '@knockwire/services/settings/outbound-proxy'
import { createSecrets, type Secrets } from '@knockwire/services/secrets/secrets'
import { openTracing } from '@knockwire/services/tracing/open-tracing'
import type { Tracing } from '@knockwire/services/tracing/tracing'
import type { Logger } from 'pino'
import manifest from '../package.json' with { type: 'json' }
import { createSandbox, type Sandbox } from './sandbox/sandbox.ts'
import type { Settings } from './settings.ts'

export const executorVersion = manifest.version

/** What the executor's parts are given; nothing is reached for. */
export interface ExecutorContext {
  settings: Settings
  database: DatabaseHandle
  /** Connections for maintenance, planned for as usual: it neither waits for dispatch and runs nor keeps them waiting. */
  maintenance: DatabaseHandle
  queue: Queue
  secrets: Secrets
  /** The only way to a user's address. */
  client: OutboundClient
  mailer: Mailer
  /** Where bodies are parsed and templates filled in. */
  sandbox: Sandbox
  /** Null where nothing is traced. */
  tracing: Tracing | null
  log: Logger
  onError: (error: Error) => void
}

/**
 * An executor that hangs within a transaction must not keep what it has locked from everybody else, such as a completion that its target
 * sends meanwhile. Nothing but the database is waited for within one.
 */
const idleInTransactionMs = 10_000
const boundSql = `set idle_in_transaction_session_timeout = ${idleInTransactionMs}`

/** Dispatch, the steps of runs and the queue's own statements; calls hold no connection. */
const connections = 12
const maintenanceConnections = 4
/** What is done and then lost with the server is done again, so no commit waits for the disk while it has locks. */
const maintenanceSessionSql = `${boundSql}; set synchronous_commit = off; set jit = off`
/** Jobs of maintenance wait for each other: each statement of theirs is short. */
const maintenanceWaitMs = 60_000

/**
 * Beware: in these sessions PostgreSQL has nested loops and index scans alone, so that an ordinary join of two tables without
 * a suitable index reads one of them again for each row of the other. Where two arrays meet, write `(x in (select unnest(…)))
 * is true`, which is hashed.
 *
 * The statements here are the same ones all day: they look up arrays of ids, of any length, in tables of any size,
 * and each has one good plan. Left to choose, PostgreSQL plans them again each time, which takes longer than running
 * them; or it keeps a plan from when a table was empty, and reads all of it for each group once it is not. A bitmap has
 * no order: of a table that was not analyzed yet, or on the average of all tasks, a history looks short enough to be
 * gathered and sorted where its newest execution alone is needed.
 */
const planSql = `
  set plan_cache_mode = force_generic_plan; set jit = off;
  set enable_seqscan = off; set enable_bitmapscan = off; set enable_hashjoin = off; set enable_mergejoin = off`

const sessionSql = `${boundSql}; ${planSql}`

interface OpenedContext {
  context: ExecutorContext
  close: () => Promise<void>
}

/** Opens what the executor works with. */
export const openContext = async (
  settings: Settings,
  log: Logger,
  onError: (error: Error) => void,
  outbound: Partial<OutboundPolicy> = {},
): Promise<OpenedContext> => {
  callProvidersThrough(settings.outboundProxy)
  const database = openDatabase({
    url: settings.databaseUrl,
    max: connections,
    applicationName: 'knockwire-executor',
    sessionSql,
    queryTimeoutMs: settings.databaseTimeoutMs,
    onIdleError: onError,
  })
  const maintenance = openDatabase({
    url: settings.databaseUrl,
    max: maintenanceConnections,
    applicationName: 'knockwire-maintenance',
    sessionSql: maintenanceSessionSql,
    connectionTimeoutMs: maintenanceWaitMs,
    queryTimeoutMs: settings.databaseTimeoutMs,
    onIdleError: onError,
  })
  const onWarning = (message: string, data: object) => log.warn({ data }, message)
  const queue = createQueue({
    url: settings.databaseUrl,
    pool: database.pool,
    isWorker: settings.makesCalls,
    onError,
    onWarning,
  })
  await queue.start()
  const client = createOutboundClient({
    ...serverPolicy(settings),
    userAgent: `Knockwire/${executorVersion}`,
    ...outbound,
  })
  const { providerTimeoutMs: timeoutMs } = settings
  const mailer = await createMailer(settings.mail, { db: database.db, timeoutMs, now: Date.now })
  const secrets = createSecrets(settings.keyring)
  const sandbox = createSandbox()
  const traced = { serviceName: 'knockwire-executor', version: executorVersion, log }
  const tracing = await openTracing(settings.tracing, traced)
  return {
    context: { settings, database, maintenance, queue, secrets, client, mailer, sandbox, tracing, log, onError },
    close: async () => {
      await queue.stop({ drainMs: settings.drainMs })
      await client.close()
      mailer.close()
      await sandbox.close()
      await maintenance.close()
      await database.close()
      await tracing?.close()
    },
  }
}
