import { repeat } from '@knockwire/queue/wakeable-timer'
import { checkReadiness, type Readiness, shareReadiness } from '@knockwire/db/readiness'
import { startHealthServer } from '@knockwire/services/health/health-server'
import { noteMailAvailability, noteMailEveryMs } from '@knockwire/services/mail/mail-availability'
import { measurePools } from '@knockwire/services/metrics/measure-pools'
import { startReconciling } from './billing/start-reconciling.ts'
import { type ExecutorContext, executorVersion } from './context.ts'
import { DatabaseClock } from './dispatch/database-clock.ts'
import { checkWork } from './check-work.ts'
import { startWorkers } from './mail/mail-workers.ts'
import { startMaintenance } from './maintenance/start-maintenance.ts'
import { createMetrics, type Metrics } from './metrics/metrics.ts'
import { startRates } from './rates/start-rates.ts'
import { startRetention } from './retention/start-retention.ts'
import { startWork, type Work } from './start-work.ts'

export interface Executor {
  /** Health. */
  port: number
  /** Health and metrics, on the operator's address. */
  operatorPort: number
  /** Null where it makes no calls. */
  work: Pick<Work, 'isPaused' | 'lastDispatchAtMs'> | null
  stop: () => Promise<void>
}

export interface ExecutorOptions {
  /** After so long without being written, work counts as stalled. */
  stalledMs?: number
  /** A clock of its own, unless it is given one. */
  clock?: DatabaseClock
  /** How long a network failure may wait for evidence of whose it is. */
  holdMs?: number
}

/**
 * Starts everything that an executor does, any number of which may work on one database; or, where it is not to make calls,
 * nothing but its health and metrics.
 */
export const startExecutor = async (context: ExecutorContext, options: ExecutorOptions = {}): Promise<Executor> => {
  const { settings, database, log } = context
  const metrics = createMetrics()
  const { registry } = metrics
  measurePools(registry, { executor: database.pool, maintenance: context.maintenance.pool })
  const sendsMail = settings.makesCalls && settings.mail.kind !== 'none'
  const noteMail = () => noteMailAvailability(database.db, sendsMail, Date.now())
  await noteMail()
  const noting = repeat(noteMailEveryMs, async () => {
    await noteMail().catch(context.onError)
    return noteMailEveryMs
  })
  if (settings.makesCalls && !sendsMail) log.warn('email is not set up: set SMTP_URL or AWS_REGION, and MAIL_FROM')
  if (!settings.makesCalls) log.warn('KNOCKWIRE_CALLS=off: nothing is called, sent or deleted')
  const parts = settings.makesCalls ? await startParts(context, metrics, options) : noParts(context)
  const readiness = shareReadiness(parts.look, Date.now)
  const details = settings.makesCalls ? {} : { calls: 'off' }
  const sources = { version: executorVersion, readiness, details, log }
  const health = await startHealthServer(settings.host, settings.port, sources)
  const operator = await startHealthServer(settings.operatorHost, settings.operatorPort, { ...sources, registry })
  return {
    port: health.port,
    operatorPort: operator.port,
    work: parts.work,
    stop: async () => {
      await noting.stop()
      await parts.stop()
      await Promise.all([health.close(), operator.close()])
    },
  }
}

interface Parts {
  work: Work | null
  look: () => Promise<Readiness>
  stop: () => Promise<void>
}

const noParts = ({ database }: ExecutorContext): Parts => ({
  work: null,
  look: () => checkReadiness(database.db),
  stop: async () => {},
})

const startParts = async (context: ExecutorContext, metrics: Metrics, options: ExecutorOptions): Promise<Parts> => {
  const { database, settings, log, onError } = context
  const { clock = new DatabaseClock(), holdMs, ...stallLimits } = options
  const maintenance = startMaintenance(context)
  const retention = startRetention({ database: context.maintenance, limits: settings.limits, log, onError })
  metrics.observeRetention(retention.lagSeconds)
  const reconciling = await startReconciling(context)
  const work = await startWork(context, { clock, metrics, holdMs, noteRecorded: retention.noteRecorded })
  await startWorkers(context, metrics.mailed)
  const rates = context.settings.hasRates ? [await startRates(context, { registry: metrics.registry })] : []
  return {
    look: () => checkWork({ database, ...work, ...stallLimits }),
    work,
    stop: async () => {
      // Each is stopped, also where another cannot be: what is in flight ends in order while the database is away.
      const stopped = await Promise.allSettled(
        [work, maintenance, retention, reconciling, ...rates].map((part) => part.stop()),
      )
      for (const one of stopped) if (one.status === 'rejected') throw one.reason
    },
  }
}
