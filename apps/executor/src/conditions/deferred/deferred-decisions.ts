import { uuidv7 } from '@knockwire/db/uuidv7'
import { createWakeableTimer } from '@knockwire/queue/wakeable-timer'
import type { ExecutorContext } from '../../context.ts'
import { type RunIds, runLogIds } from '../../log-ids.ts'
import { inTransaction } from '@knockwire/db/transaction'
import { decideAll } from '../decide-rules.ts'
import { readPreviousRun } from '../previous-runs.ts'
import { isEventful, readEventually, readRules, subjectOfExecution } from '../read-rules.ts'
import type { Rule } from '../rules.ts'
import type { RunConditionsTools } from '../run-conditions.ts'
import { loadStoredRun } from '../observations.ts'
import {
  type Candidate,
  type DeferredExecution,
  findCandidates,
  finishDeferred,
  leaseDeferred,
  postponeDeferred,
  releaseLeases,
  renewEveryMs,
  renewLeases,
} from './deferred-rows.ts'

/** An execution has been decided after it was recorded, which took so long. */
export type OnDecidedLater = (execution: RunIds, ms: number) => void

export interface DeferredDecisionsOptions extends Pick<
  RunConditionsTools,
  'rulesOf' | 'previousRunOf' | 'writeDecided' | 'writeUndecided' | 'wakeDeliveries'
> {
  context: Pick<ExecutorContext, 'database' | 'sandbox' | 'secrets' | 'log' | 'onError'>
  onDecidedLater?: OnDecidedLater
}

export interface DeferredDecisions {
  /** Executions have been deferred. */
  wake: () => void
  /** Takes no more, and gives back what is not decided. */
  stop: () => Promise<void>
}

/** Each holds a body of up to 1 MiB. */
const concurrency = 6
/** Of accounts whose jobs wait in the penalised queue, so that they leave room for others. */
const penalisedAtOnce = 3
/** What another executor left behind is found by looking. */
const pollMs = 2000
const leastWaitMs = 20
const maxFailures = 10

/**
 * Decides the conditions of executions for which no turn came in time, from what is stored of them: one of an account at
 * a time, in their order. What it holds is leased, so that another executor takes over from one that dies.
 */
export const startDeferredDecisions = (options: DeferredDecisionsOptions): DeferredDecisions => {
  const { context } = options
  const { pool } = context.database
  const owner = uuidv7()
  const timer = createWakeableTimer()
  const inFlight = new Map<string, DeferredExecution>()
  const failures = new Map<string, number>()

  const work = async (deferred: DeferredExecution) => {
    const startedAt = performance.now()
    try {
      await decideDeferred(deferred, owner, options)
      options.onDecidedLater?.(deferred, performance.now() - startedAt)
      failures.delete(deferred.executionId)
    } catch (error) {
      await onFailed(deferred, error).catch(context.onError)
    } finally {
      inFlight.delete(deferred.executionId)
      timer.wake()
    }
  }
  /** One that fails again and again must not keep the account's others waiting for ever. */
  const onFailed = async (deferred: DeferredExecution, error: unknown) => {
    const { executionId } = deferred
    const count = (failures.get(executionId) ?? 0) + 1
    failures.set(executionId, count)
    context.log.error({ ...runLogIds(deferred), count, err: error }, 'deferred conditions cannot be decided')
    if (count < maxFailures) return postponeDeferred(pool, owner, executionId)
    await finishUndecided(deferred, owner, options)
    failures.delete(executionId)
  }
  const take = async () => {
    const executionIds = choose(await findCandidates(pool), [...inFlight.values()], context.sandbox)
    if (executionIds.length === 0) return
    for (const deferred of await leaseDeferred(pool, owner, executionIds)) {
      inFlight.set(deferred.executionId, deferred)
      void work(deferred)
    }
  }
  const loop = async () => {
    while (!timer.isStopped()) {
      if (inFlight.size < concurrency) await take().catch(context.onError)
      await timer.sleep(pollMs, leastWaitMs)
    }
  }
  const renewing = setInterval(() => {
    if (inFlight.size > 0) renewLeases(pool, owner, [...inFlight.keys()]).catch(context.onError)
  }, renewEveryMs)
  const ended = loop()
  return {
    wake: timer.wake,
    stop: async () => {
      timer.stop()
      clearInterval(renewing)
      await ended
      await releaseLeases(pool, owner).catch(context.onError)
    },
  }
}

/** Which candidates are leased next: those of accounts that are not penalised first, and as many as there is room for. */
const choose = (
  candidates: readonly Candidate[],
  inFlight: readonly DeferredExecution[],
  sandbox: ExecutorContext['sandbox'],
): string[] => {
  const isPenalised = ({ accountId }: Pick<Candidate, 'accountId'>) => sandbox.isPenalised(accountId)
  const room = Math.max(0, penalisedAtOnce - inFlight.filter(isPenalised).length)
  const others = candidates.filter((candidate) => !isPenalised(candidate))
  return [...others, ...candidates.filter(isPenalised).slice(0, room)]
    .slice(0, concurrency - inFlight.length)
    .map(({ executionId }) => executionId)
}

/** Ends the deferral; the owner is notified that the conditions could not be decided, where the rules can still be read. */
const finishUndecided = async (deferred: DeferredExecution, owner: string, options: DeferredDecisionsOptions) => {
  const { context, writeUndecided, wakeDeliveries } = options
  const { pool } = context.database
  const rules = await rulesThen(deferred, options).catch(() => [])
  const isFinished = await inTransaction(pool, async (client) => {
    if (!(await finishDeferred(client, owner, deferred.executionId))) return false
    if (rules.length > 0) await writeUndecided(client, [{ execution: { ...deferred, trigger: 'SCHEDULE' }, rules }])
    return true
  })
  if (isFinished) wakeDeliveries()
}

/** Those by which it is decided, as far as they are the same still. */
const rulesThen = async (deferred: DeferredExecution, { rulesOf }: DeferredDecisionsOptions): Promise<Rule[]> =>
  (await rulesOf(deferred)).filter(({ notificationId, version }) => deferred.ruleVersions[notificationId] === version)

const decideDeferred = async (deferred: DeferredExecution, owner: string, options: DeferredDecisionsOptions) => {
  const { context, previousRunOf, writeDecided, wakeDeliveries } = options
  const { database, sandbox, secrets } = context
  const { executionId, taskId, accountId } = deferred
  const answer = await loadStoredRun(database.pool, secrets, executionId)
  if (answer === null) return void (await finishDeferred(database.pool, owner, executionId))
  const execution = { executionId, taskId, accountId, trigger: answer.trigger }
  const rules = await rulesThen(deferred, options)
  const readBody = readEventually(sandbox, accountId)
  const readPrevious = readPreviousRun(previousRunOf)
  const read = await readRules(subjectOfExecution(execution), rules, answer.observation, {
    readBody,
    readPrevious: (use) => readPrevious(execution, use),
  })
  // The process ends, and gives its leases back.
  if (read === null) return
  await inTransaction(database.pool, async (client) => {
    if (!(await finishDeferred(client, owner, executionId))) return
    const decided = await decideAll(
      client,
      read.map((one) => ({ ...one, subject: subjectOfExecution(execution) })),
    )
    const eventful = decided.filter(({ decision }) => isEventful(decision))
    if (eventful.length > 0) await writeDecided(client, eventful)
  })
  wakeDeliveries()
}
