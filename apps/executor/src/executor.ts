import { shareReadiness } from '@knockwire/db/readiness'
import { startHealthServer } from '@knockwire/services/health/health-server'
import { measurePools } from '@knockwire/services/metrics/measure-pools'
import { startReconciling } from './billing/start-reconciling.ts'
import type { ExecutorContext } from './context.ts'
import { DatabaseClock } from './dispatch/database-clock.ts'
import { checkWork } from './check-work.ts'
import { startWorkers } from './mail/mail-workers.ts'
import { startMaintenance } from './maintenance/start-maintenance.ts'
import { createMetrics } from './metrics/metrics.ts'
import { startRates } from './rates/start-rates.ts'
import { startRetention } from './retention/start-retention.ts'
import { startWork } from './start-work.ts'

export interface Executor {
  /** Health. */
  port: number
  /** Health and metrics, on the operator's address. */
  operatorPort: number
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

/** Starts everything that an executor does. Any number of them may work on one database. */
export const startExecutor = async (context: ExecutorContext, options: ExecutorOptions = {}): Promise<Executor> => {
  const { settings, database, log, onError } = context
  const { clock = new DatabaseClock(), holdMs, ...stallLimits } = options
  const metrics = createMetrics()
  const { registry } = metrics
  measurePools(registry, { executor: database.pool, maintenance: context.maintenance.pool })
  const maintenance = startMaintenance(context)
  const retention = startRetention({ database: context.maintenance, log, onError })
  metrics.observeRetention(retention.lagSeconds)
  const reconciling = await startReconciling(context)
  const work = await startWork(context, { clock, metrics, holdMs, noteRecorded: retention.noteRecorded })
  await startWorkers(context, metrics.mailed)
  const rates = settings.hasRates ? [await startRates(context, { registry })] : []
  const readiness = shareReadiness(() => checkWork({ database, ...work, ...stallLimits }), Date.now)
  const health = await startHealthServer(settings.host, settings.port, { readiness, log })
  const operator = await startHealthServer(settings.operatorHost, settings.operatorPort, { readiness, registry, log })
  return {
    port: health.port,
    operatorPort: operator.port,
    stop: async () => {
      await Promise.all([work, maintenance, retention, reconciling, ...rates].map((part) => part.stop()))
      await Promise.all([health.close(), operator.close()])
    },
  }
}
