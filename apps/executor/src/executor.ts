import { shareReadiness } from '@knockwire/db/readiness'
import { startReconciling } from './billing/start-reconciling.ts'
import { AccountQuota } from './dispatch/account-quota.ts'
import { startDispatcher } from './dispatch/dispatcher.ts'
import type { ExecutorContext } from './context.ts'
import { createEndingSteps, startDeferred } from './ending-steps.ts'
import { startHealthServer } from './health.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { startCouriers } from './notify/deliver/start-couriers.ts'
import { checkWork } from './readiness.ts'
import { startRates } from './rates/start-rates.ts'
import { createRecentRuns } from './run/jobs/recent-runs.ts'
import { startRunner, type Runner } from './run/runner.ts'
import type { RecordedEnding } from './run/record/write-endings.ts'
import { startRetention } from './retention/start-retention.ts'
import { startUpkeep } from './upkeep/start-upkeep.ts'
import { startWorkers } from './worker.ts'

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
}

/** Starts everything that an executor does. Any number of them may work on one database. */
export const startExecutor = async (context: ExecutorContext, options: ExecutorOptions = {}): Promise<Executor> => {
  const { settings, database, queue, log, onError } = context
  const quota = new AccountQuota(settings.accountQuota)
  const metrics = createMetrics({
    queueDepth: () => queue.depth('run'),
    callsUnderWay: () => runner.underWay(),
    callsWaiting: () => runner.waiting(),
  })
  const recent = createRecentRuns()
  const upkeep = startUpkeep(context)
  const retention = startRetention({ database: context.maintenance, log, onError })
  const reconciling = await startReconciling(context)
  const couriers = startCouriers(context, {
    onEnded: (ended) => {
      for (const { attempt, outcome } of ended) metrics.attempted(attempt.type.toLowerCase(), outcome.kind)
    },
  })

  const onRecorded = (recorded: readonly RecordedEnding[]) => {
    for (const { ending } of recorded) metrics.ended(outcomeOf(ending.result))
    quota.onEnded(recorded.flatMap(({ ending, freed }) => (freed ? [ending.accountId] : [])))
    dispatcher.expectWithin(soonest(recorded))
    retention.noteRecorded(recorded)
  }
  const deferred = startDeferred(context, couriers.wake)
  const runner: Runner = startRunner({
    ...context,
    recent,
    publicOrigin: settings.publicOrigin,
    concurrency: settings.concurrency,
    steps: createEndingSteps(context, couriers.wake, deferred.wake),
    onStarted: ({ execution, lagMs }) => execution.trigger === 'SCHEDULE' && metrics.startedLate(lagMs),
    onRecorded,
  })
  const dispatcher = startDispatcher({
    pool: database.pool,
    url: settings.databaseUrl,
    queue,
    quota,
    onQueued: (runs, ms) => {
      metrics.dispatched(runs.length, ms)
      recent.note(runs)
      runner.wake()
    },
    onError,
  })
  queue.onArrival('run', runner.wake)
  await startWorkers(context)
  const work = { database, lastTurnAtMs: dispatcher.lastTurnAtMs, writers: [runner, couriers], ...options }
  const readiness = shareReadiness(() => checkWork(work), Date.now)
  const { registry } = metrics
  const rates = await startRates(context, { registry: metrics.registry })
  const health = await startHealthServer(settings.host, settings.port, { readiness, log })
  const operator = await startHealthServer(settings.operatorHost, settings.operatorPort, { readiness, registry, log })
  return {
    port: health.port,
    operatorPort: operator.port,
    stop: async () => {
      await Promise.all([dispatcher, upkeep, retention, reconciling, rates].map((part) => part.stop()))
      await Promise.all([runner.stop(settings.drainMs), couriers.stop(settings.drainMs)])
      // What the last runs have deferred is given back too.
      await deferred.stop()
      await Promise.all([health.close(), operator.close()])
    },
  }
}

const outcomeOf = (result: RecordedEnding['ending']['result']): Parameters<Metrics['ended']>[0] =>
  result.status === 'SUCCEEDED' ? 'succeeded' : result.code.toLowerCase()

/** When the first of the schedules that came free is due again. */
const soonest = (recorded: readonly RecordedEnding[]): number => {
  let waitMs = Infinity
  for (const { freed } of recorded) waitMs = Math.min(waitMs, freed?.waitMs ?? Infinity)
  return waitMs
}
