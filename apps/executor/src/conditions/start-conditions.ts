import { undecidedRequests } from '@knockwire/domain/jobs'
import type pg from 'pg'
import type { ExecutorContext } from '../context.ts'
import { type OnDecidedLater, startDeferredDecisions } from './deferred/deferred-decisions.ts'
import type { Decided } from './decide-rules.ts'
import { createPreviousRunLoader } from './observations.ts'
import { batchingOfResults, createRuleLoader } from './rules.ts'
import { startRequestDecisions } from './requests/request-decisions.ts'
import { createRunConditions, type RunConditions } from './run-conditions.ts'
import { notifyUndecided, tryWithin, type Undecided } from './undecided.ts'
import { writeDecided } from './write-decided.ts'

interface Conditions {
  /** Of a run as it ends. */
  ofRuns: RunConditions
  /** Takes no more deferred decisions and received requests, and gives back what is not decided. */
  stop: () => Promise<void>
}

/** @param wakeDeliveries - deliveries may have been queued. */
export const startConditions = (
  context: ExecutorContext,
  wakeDeliveries: () => void,
  onDecidedLater?: OnDecidedLater,
): Conditions => {
  const tools = createTools(context, wakeDeliveries)
  const deferred = startDeferredDecisions({ ...tools, context, ...(onDecidedLater && { onDecidedLater }) })
  const { settings, database, log, onError } = context
  const batching = batchingOfResults(settings.concurrency)
  const rulesOf = createRuleLoader({ pool: database.pool, batching, log, onError })
  const requests = startRequestDecisions({ context, wakeDeliveries })
  context.queue.onJobsSent(undecidedRequests, requests.wake)
  return {
    ofRuns: createRunConditions({ ...tools, rulesOf, wakeDeferred: deferred.wake }),
    stop: async () => {
      await Promise.all([deferred.stop(), requests.stop()])
    },
  }
}

/** Those of runs alone: what they defer is found by an executor that looks for it. */
export const openRunConditions = (context: ExecutorContext): RunConditions =>
  createRunConditions({ ...createTools(context, () => {}), wakeDeferred: () => {} })

const createTools = (context: ExecutorContext, wakeDeliveries: () => void) => {
  const { database, queue, secrets, sandbox, log, onError } = context
  const { pool } = database
  return {
    sandbox,
    rulesOf: createRuleLoader({ pool, log, onError }),
    previousRunOf: createPreviousRunLoader({ pool, secrets, log, onError }),
    writeDecided: (client: pg.ClientBase, decided: readonly Decided[]) => writeDecided(client, queue, decided),
    writeUndecided: (client: pg.ClientBase, undecided: readonly Undecided[]) =>
      tryWithin(
        client,
        () => notifyUndecided(client, queue, undecided),
        (error) => log.warn({ err: error }, 'notice of undecided conditions cannot be recorded'),
      ),
    wakeDeliveries,
  }
}
