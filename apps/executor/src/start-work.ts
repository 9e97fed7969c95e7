import { dueChannel } from '@knockwire/db/channels'
import type { PendingWork } from '@knockwire/queue/batcher'
import { startConditions } from './conditions/start-conditions.ts'
import { startHeartbeats } from './heartbeats/start-heartbeats.ts'
import type { ExecutorContext } from './context.ts'
import { startDeliveries } from './deliver/start-deliveries.ts'
import { AccountQuota } from './dispatch/account-quota.ts'
import { type DatabaseClock, observeClock } from './dispatch/database-clock.ts'
import { createDispatcher } from './dispatch/dispatcher.ts'
import { createCompletionTokens } from '@knockwire/services/secrets/completion-token'
import { startCompletions } from './run/complete/start-completions.ts'
import { recordPresence } from './dispatch/record-presence.ts'
import type { Metrics } from './metrics/metrics.ts'
import { startNetworkWatch } from './outage/start-network-watch.ts'
import { createDispatchCache } from './run/start/dispatch-cache.ts'
import { RunWorker } from './run/run-worker.ts'
import { createSecretValues } from './secret-values.ts'
import type { RecordedResult } from './run/record/write-results.ts'
import { createDeliveryTraces } from './tracing/trace-deliveries.ts'
import { createRunTraces } from './tracing/trace-runs.ts'
import { startPauseWatch } from './pause/pause-watch.ts'

export interface WorkOptions {
  clock: DatabaseClock
  metrics: Metrics
  /** How long a network failure may wait for evidence of whose it is. */
  holdMs: number | undefined
  /** Runs were recorded: their histories may be too long by now. */
  noteRecorded: (recorded: readonly RecordedResult[]) => void
}

export interface Work {
  /** When dispatch last succeeded, in epoch milliseconds; 0 before the first time. */
  lastDispatchAtMs: () => number
  /** Whether the operator has paused all calls. */
  isPaused: () => boolean
  /** What waits to be written. */
  writers: readonly PendingWork[]
  stop: () => Promise<void>
}

/**
 * Starts dispatch, runs and deliveries. Each part is made after those that it wakes, so the last step of a run's life comes first:
 * deliveries, conditions, runs, dispatch. Runs alone reach back, since a schedule that they release may be due again at once.
 */
export const startWork = async (context: ExecutorContext, options: WorkOptions): Promise<Work> => {
  const { settings, database, queue, tracing, log, onError } = context
  const { clock, metrics, holdMs, noteRecorded } = options
  const now = () => clock.now() ?? Date.now()
  const traces = tracing && { ...createRunTraces(tracing, now), delivered: createDeliveryTraces(tracing, now) }

  const pause = await startPauseWatch({ db: database.db, onError })
  const { isPaused } = pause
  // Before dispatch: what it finds overdue then was missed while nobody was there.
  const presence = await recordPresence({ pool: database.pool, isPaused, onError })
  await observeClock(database.pool, clock)
  const deliveries = startDeliveries(context, {
    now,
    isPaused,
    onEnded: (ended) => {
      for (const { attempt, outcome } of ended)
        metrics.attempted(attempt.accountId, attempt.type.toLowerCase(), outcome.kind)
      traces?.delivered(ended)
    },
  })
  const conditions = startConditions(context, deliveries.wake, traces?.decidedLater)
  const network = await startNetworkWatch(context, holdMs)
  const heartbeats = startHeartbeats(context, deliveries.wake)
  const quota = new AccountQuota(settings.accountQuota)
  const dispatcher = createDispatcher({
    pool: database.pool,
    url: settings.databaseUrl,
    queue,
    quota,
    clock,
    isPaused,
    onError,
  })
  const dispatchCache = createDispatchCache()
  const tokens = createCompletionTokens(settings.keyring)
  const onRecorded = (recorded: readonly RecordedResult[]) => {
    traces?.recorded(recorded.map(({ result }) => result))
    for (const { result } of recorded) metrics.ended(result.accountId, outcomeOf(result.outcome))
    quota.onEnded(recorded.flatMap(({ result, released }) => (released ? [result.accountId] : [])))
    dispatcher.expectWithin(soonest(recorded))
    noteRecorded(recorded)
  }
  const runConditions = traces?.around(conditions.ofRuns) ?? conditions.ofRuns
  const secretValuesOf = createSecretValues(context.database.pool, context.secrets)
  const runs = new RunWorker({
    ...context,
    limits: settings.limits,
    network: network.watch,
    secretValuesOf,
    clock,
    dispatchCache,
    isPaused,
    concurrency: settings.concurrency,
    conditions: runConditions,
    completionUrlOf: (executionId) => `${settings.receiverOrigin}/c/${tokens.issue(executionId)}`,
    ...(traces && { onCalled: traces.called }),
    onStarted: ({ trigger }, lagMs) => trigger === 'SCHEDULE' && metrics.startedLate(lagMs),
    onRecorded,
    onDeactivated: metrics.deactivated,
  })
  const completions = startCompletions(context, {
    conditions: runConditions,
    secretValuesOf,
    onRecorded,
    onDeactivated: metrics.deactivated,
  })
  metrics.observe({
    queue,
    runs,
    network: network.watch,
    onError: (error) => log.warn({ err: error }, 'the queue could not be measured'),
  })
  dispatcher.start((queued, ms) => {
    metrics.dispatched(queued.length, ms)
    traces?.queued(queued, ms)
    dispatchCache.add(queued)
    runs.wake()
  })
  runs.start()
  for (const wake of [dispatcher.wake, () => runs.wake(), deliveries.wake]) pause.onResumed(wake)

  return {
    lastDispatchAtMs: dispatcher.lastDispatchAtMs,
    isPaused,
    writers: [runs, deliveries],
    stop: async () => {
      pause.stop()
      await Promise.all([dispatcher.stop(), heartbeats.stop(), completions.stop()])
      await presence.stop()
      await Promise.all([runs.stop(settings.drainMs), deliveries.stop(settings.drainMs)])
      // What the last runs have deferred is given back too.
      await conditions.stop()
      await network.stop()
      // The others planned for what they knew of: the schedules that our last runs have released are due again, for them.
      await database.pool.query('select pg_notify($1, $2)', [dueChannel, '']).catch(onError)
    },
  }
}

const outcomeOf = (result: RecordedResult['result']['outcome']): Parameters<Metrics['ended']>[1] =>
  result.status === 'SUCCEEDED' ? 'succeeded' : result.code.toLowerCase()

/** When the first of the schedules that came free is due again. */
const soonest = (recorded: readonly RecordedResult[]): number => {
  let waitMs = Infinity
  for (const { released } of recorded) waitMs = Math.min(waitMs, released?.waitMs ?? Infinity)
  return waitMs
}
