import { shareReadiness } from '@knockwire/db/readiness'
import { startReconciling } from './billing/start-reconciling.ts'
import { AccountQuota } from './dispatch/account-quota.ts'
import { DatabaseClock } from './dispatch/database-clock.ts'
import { startDispatcher } from './dispatch/dispatcher.ts'
import type { ExecutorContext } from './context.ts'
import { startConditions } from './conditions/start-conditions.ts'
import { checkWork, startHealthServer } from './health.ts'
import { measurePools } from '@knockwire/services/metrics/measure-pools'
import { createMetrics, type Metrics } from './metrics.ts'
import { startDeliveries } from './deliver/start-deliveries.ts'
import { startNetworkWatch } from './outage/start-network-watch.ts'
import { startRates } from './rates/start-rates.ts'
import { createDispatchCache } from './run/dispatch-cache.ts'
import { RunWorker } from './run/run-worker.ts'
import type { RecordedResult } from './run/write-results.ts'
import { startRetention } from './retention/start-retention.ts'
import { startMaintenance } from './maintenance/start-maintenance.ts'
import { startWorkers } from './mail/mail-workers.ts'
import { createDeliveryTraces } from './tracing/trace-deliveries.ts'
import { createRunTraces } from './tracing/trace-runs.ts'

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
  const { settings, database, queue, tracing, log, onError } = context
  const { clock = new DatabaseClock(), holdMs, ...stallLimits } = options
  const quota = new AccountQuota(settings.accountQuota)
  const metrics = createMetrics({
    queueDepth: () => queue.depth('run'),
    callsInFlight: () => runs.inFlight,
    callsWaiting: () => runs.waiting,
    isNetworkOutage: () => network.watch.isOutage,
    onError: (error) => log.warn({ err: error }, 'the queue could not be measured'),
  })
  measurePools(metrics.registry, { executor: database.pool, maintenance: context.maintenance.pool })
  const dispatchCache = createDispatchCache()
  const maintenance = startMaintenance(context)
  const retention = startRetention({ database: context.maintenance, log, onError })
  const now = () => clock.now() ?? Date.now()
  const runTraces = tracing && createRunTraces(tracing, now)
  const traceDeliveries = tracing && createDeliveryTraces(tracing, now)
  const reconciling = await startReconciling(context)
  const deliveries = startDeliveries(context, {
    onEnded: (ended) => {
      for (const { attempt, outcome } of ended) metrics.attempted(attempt.type.toLowerCase(), outcome.kind)
      traceDeliveries?.(ended)
    },
  })

  const onRecorded = (recorded: readonly RecordedResult[]) => {
    runTraces?.recorded(recorded.map(({ result }) => result))
    for (const { result } of recorded) metrics.ended(outcomeOf(result.outcome))
    quota.onEnded(recorded.flatMap(({ result, released }) => (released ? [result.accountId] : [])))
    dispatcher.expectWithin(soonest(recorded))
    retention.noteRecorded(recorded)
  }
  const network = await startNetworkWatch(context, holdMs)
  const conditions = startConditions(context, deliveries.wake, runTraces?.decidedLater)
  const runs: RunWorker = new RunWorker({
    ...context,
    network: network.watch,
    clock,
    dispatchCache,
    concurrency: settings.concurrency,
    conditions: runTraces?.around(conditions.ofRuns) ?? conditions.ofRuns,
    ...(runTraces && { onCalled: runTraces.called }),
    onStarted: ({ trigger }, lagMs) => trigger === 'SCHEDULE' && metrics.startedLate(lagMs),
    onRecorded,
    onDeactivated: metrics.deactivated,
  })
  const dispatcher = startDispatcher({
    pool: database.pool,
    url: settings.databaseUrl,
    queue,
    quota,
    clock,
    onQueued: (queued, ms) => {
      metrics.dispatched(queued.length, ms)
      runTraces?.queued(queued, ms)
      dispatchCache.add(queued)
      runs.wake()
    },
    onError,
  })
  runs.start()
  await startWorkers(context)
  const work = { database, lastTurnAtMs: dispatcher.lastTurnAtMs, writers: [runs, deliveries], ...stallLimits }
  const readiness = shareReadiness(() => checkWork(work), Date.now)
  const { registry } = metrics
  const rates = await startRates(context, { registry: metrics.registry })
  const health = await startHealthServer(settings.host, settings.port, { readiness, log })
  const operator = await startHealthServer(settings.operatorHost, settings.operatorPort, { readiness, registry, log })
  return {
    port: health.port,
    operatorPort: operator.port,
    stop: async () => {
      await Promise.all([dispatcher, maintenance, retention, reconciling, rates].map((part) => part.stop()))
      await Promise.all([runs.stop(settings.drainMs), deliveries.stop(settings.drainMs)])
      // What the last runs have deferred is given back too.
      await conditions.stop()
      await network.stop()
      await Promise.all([health.close(), operator.close()])
    },
  }
}

const outcomeOf = (result: RecordedResult['result']['outcome']): Parameters<Metrics['ended']>[0] =>
  result.status === 'SUCCEEDED' ? 'succeeded' : result.code.toLowerCase()

/** When the first of the schedules that came free is due again. */
const soonest = (recorded: readonly RecordedResult[]): number => {
  let waitMs = Infinity
  for (const { released } of recorded) waitMs = Math.min(waitMs, released?.waitMs ?? Infinity)
  return waitMs
}
