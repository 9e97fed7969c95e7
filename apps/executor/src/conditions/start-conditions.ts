import type { ConditionProblem } from '@knockwire/db/schema/executions'
import { beginningForPostgres } from '@knockwire/db/postgres-text'
import { jsonArray, plainArray } from '@knockwire/db/sql-array'
import { describeCondition, describeRecovery } from '@knockwire/domain/conditions/describe'
import { alertWordsOf, recoveryWords } from '@knockwire/domain/notifications/alert-words'
import { noResponseProblem } from '@knockwire/domain/conditions/sources/source'
import type { Queue } from '@knockwire/queue/queue'
import { createDeliveries, type DeliveryToCreate } from '../deliver/create-deliveries.ts'
import { sendDeliveries } from '@knockwire/services/deliveries/delivery-jobs'
import type pg from 'pg'
import type { ExecutorContext } from '../context.ts'
import { isInconclusiveOutcome, type RunResult } from '../run/execution.ts'
import type { PostRunHook } from '../run/record-results.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { decideAll, type Decided } from './decide-rules.ts'
import { defer, type DeferredExecution, findTasksWithDeferred } from './deferred-rows.ts'
import { type OnDecidedLater, startDeferredDecisions } from './deferred-decisions.ts'
import { createPreviousRunLoader, observeOutcome, type PreviousRunLoader } from './observations.ts'
import { readPreviousRunInTurn } from './previous-runs.ts'
import { findSilentTests } from './silent-tests.ts'
import { isEventful, isTest, readEventually, type ReadRule, readRules, readWithTimeout } from './read-rules.ts'
import { sanitizeJson } from './reading.ts'
import { notifyUndecided, tryWithin, type Undecided } from './undecided.ts'
import { batchingOfResults, createRuleLoader, isStateful, type Rule, type RuleLoader } from './rules.ts'

const longestReason = 1000

/** Writes and queues the deliveries of the decisions, in the transaction that records the executions. */
const notify = async (client: pg.ClientBase, queue: Queue, decided: readonly Decided[]): Promise<void> => {
  const silent = await findSilentTests(
    client,
    decided.flatMap(({ execution }) => (isTest(execution) ? execution.executionId : [])),
  )
  const toCreate = decided.filter(({ execution }) => !silent.has(execution.executionId)).flatMap(toDelivery)
  if (toCreate.length > 0) await sendDeliveries(queue, client, await createDeliveries(client, toCreate))
}

/** Of a missing response every message says so anyway. */
const isWorthSaying = (problem: string | undefined) => problem !== undefined && problem !== noResponseProblem

const toDelivery = ({ execution, rule, decision, before }: Decided): DeliveryToCreate[] => {
  const { executionId, accountId } = execution
  const { occasion, verdict } = decision
  if (occasion === null) return []
  const { notificationId, condition } = rule
  // A recovery reports the matches that it ended.
  const counted = occasion === 'RECOVERED' ? before : decision.state
  const unread = verdict.operands.filter(({ problem }) => isWorthSaying(problem)).map(({ reason }) => reason)
  const words =
    occasion === 'RECOVERED'
      ? recoveryWords(condition, verdict.value)
      : alertWordsOf(condition, verdict, decision.previousValue)
  const deliveryVerdict = {
    description: describeCondition(condition),
    words: { ...words, summary: beginningForPostgres(words.summary, longestReason) },
    value: sanitizeJson(verdict.value),
    ...(unread.length > 0 && { unread: unread.map((reason) => beginningForPostgres(reason, longestReason)) }),
    ...(occasion === 'RECOVERED' && { recovery: describeRecovery(condition, verdict.value) }),
    ...(decision.previousValue !== undefined && { previousValue: sanitizeJson(decision.previousValue) }),
    ...(isStateful(rule) &&
      counted !== null &&
      counted.consecutiveMatches > 0 && {
        count: counted.consecutiveMatches,
        since: counted.heldSince?.toISOString() ?? null,
      }),
  }
  return [
    { notificationId, accountId, executionId, occasion, verdict: deliveryVerdict, isRequested: isTest(execution) },
  ]
}

interface ConditionHookTools {
  sandbox: Sandbox
  rulesOf: RuleLoader
  previousRunOf: PreviousRunLoader
  /** Records the deliveries that are due, and what could not be decided, in the transaction that ends the executions. */
  onDecided: (client: pg.ClientBase, decided: readonly Decided[]) => Promise<void>
  /** Once that transaction is committed. */
  onCommitted: () => void
  /** Executions wait to be decided, once that transaction is committed. */
  onDeferred: () => void
  /** Notifies that conditions could not be decided, in the transaction that ends the executions. Never throws. */
  onUndecided: (client: pg.ClientBase, undecided: readonly Undecided[]) => Promise<void>
}

/** The rules that an execution is to be decided by. */
interface Prepared {
  rules: readonly Rule[]
  /** Null where no turn came to read the values: the execution is recorded at once, and decided later. */
  read: readonly ReadRule[] | null
  /** Deciding them has failed before. */
  isUndecidable: boolean
}

/** Decides the conditions of the notifications of each task whose execution ends, or has them decided later. */
export const createConditionHook = (tools: ConditionHookTools): PostRunHook => {
  const { sandbox, rulesOf, previousRunOf, onDecided, onCommitted, onDeferred, onUndecided } = tools
  const readPrevious = readPreviousRunInTurn(previousRunOf)
  let hasDeferred = false
  const preparedOf = new WeakMap<RunResult, Prepared>()
  return {
    prepare: async (result) => {
      // It says nothing about the target: no condition is met or ended by it, and none is compared with it.
      if (isInconclusiveOutcome(result.known ?? result.outcome)) return
      const rules = await rulesOf(result)
      if (rules.length === 0) return
      const { outcome, known, accountId } = result
      // What is decided later is decided on what is recorded, and what is known here will not be.
      const readBody = known === undefined ? readWithTimeout(sandbox, accountId) : readEventually(sandbox, accountId)
      const read = await readRules(result, rules, observeOutcome(known ?? outcome), { readBody, readPrevious })
      if (read?.length !== 0) preparedOf.set(result, { rules, read, isUndecidable: false })
    },
    prepareNotice: async (result) => {
      const rules = await rulesOf(result)
      if (rules.length > 0) preparedOf.set(result, { rules, read: null, isUndecidable: true })
    },
    appliesTo: (result) => preparedOf.has(result),
    record: async (client, recorded) => {
      const prepared = recorded.flatMap(({ result }) => {
        const one = preparedOf.get(result)
        return one ? [{ result, ...one }] : []
      })
      const undecidable = prepared.filter((one) => one.isUndecidable)
      const decidable = prepared.filter((one) => !one.isUndecidable)
      // Where an earlier execution of the task still waits, its conditions are decided first.
      const waiting = await findTasksWithDeferred(client, [...new Set(decidable.map(({ result }) => result.taskId))])
      const isLater = ({ result, read }: (typeof prepared)[number]) => read === null || waiting.has(result.taskId)
      const later = decidable.filter(isLater)
      await defer(client, later.map(toDeferred))
      hasDeferred ||= later.length > 0
      const now = decidable.filter((one) => !isLater(one))
      const rules = now.flatMap(({ result, read }) => (read ?? []).map((one) => ({ ...one, execution: result })))
      const decided = rules.length === 0 ? [] : await decideAll(client, rules)
      const eventful = decided.filter(({ decision }) => isEventful(decision))
      if (eventful.length > 0) await onDecided(client, eventful)
      if (undecidable.length > 0)
        await onUndecided(
          client,
          undecidable.map(({ result, rules: undecided }) => ({ execution: result, rules: undecided })),
        )
    },
    onCommitted: () => {
      onCommitted()
      if (hasDeferred) onDeferred()
      hasDeferred = false
    },
  }
}

const toDeferred = ({ result, rules }: { result: RunResult; rules: readonly Rule[] }): DeferredExecution => ({
  executionId: result.executionId,
  taskId: result.taskId,
  accountId: result.accountId,
  ruleVersions: Object.fromEntries(rules.map(({ notificationId, version }) => [notificationId, version])),
})

/** Few executions have any, so that these are changed after all are written. */
const writeSql = `
  update execution_details d set condition_problems = problem.list::jsonb
  from unnest($1::uuid[], $2::text[]) as problem (execution_id, list)
  where d.execution_id = problem.execution_id`

/** Notes on the executions which conditions could not be decided as they are meant. */
const writeProblems = async (client: pg.ClientBase, decided: readonly Decided[]): Promise<void> => {
  const problems = new Map<string, ConditionProblem[]>()
  for (const { execution, rule, decision } of decided) {
    if (decision.problems.length === 0) continue
    const reason = beginningForPostgres(decision.problems.join(' '), longestReason)
    const list = problems.get(execution.executionId) ?? []
    problems.set(execution.executionId, [...list, { notificationId: rule.notificationId, reason }])
  }
  if (problems.size === 0) return
  const lists = [...problems.values()].map((list) => JSON.stringify(list))
  await client.query(writeSql, [plainArray([...problems.keys()]), jsonArray(lists)])
}

interface Conditions {
  /** Decides the conditions of a run as it ends, or defers them. */
  postRun: PostRunHook
  /** Takes no more deferred decisions, and gives back what is not decided. */
  stop: () => Promise<void>
}

/** @param onNotified - deliveries may have been queued. */
export const startConditions = (
  context: ExecutorContext,
  onNotified: () => void,
  onDecidedLater?: OnDecidedLater,
): Conditions => {
  const tools = createTools(context, onNotified)
  const deferred = startDeferredDecisions({ ...tools, context, ...(onDecidedLater && { onDecidedLater }) })
  const { settings, database, log, onError } = context
  const batching = batchingOfResults(settings.concurrency)
  const rulesOf = createRuleLoader({ pool: database.pool, batching, log, onError })
  return { postRun: createConditionHook({ ...tools, rulesOf, onDeferred: deferred.wake }), stop: deferred.stop }
}

/** The hook alone: what it defers is found by an executor that looks for it. */
export const createPostRunHook = (context: ExecutorContext): PostRunHook =>
  createConditionHook({ ...createTools(context, () => {}), onDeferred: () => {} })

const createTools = (context: ExecutorContext, onNotified: () => void) => {
  const { database, queue, secrets, sandbox, log, onError } = context
  const { pool } = database
  return {
    sandbox,
    rulesOf: createRuleLoader({ pool, log, onError }),
    previousRunOf: createPreviousRunLoader({ pool, secrets, log, onError }),
    onDecided: async (client: pg.ClientBase, decided: readonly Decided[]) => {
      await writeProblems(client, decided)
      await notify(client, queue, decided)
    },
    onCommitted: onNotified,
    onUndecided: (client: pg.ClientBase, undecided: readonly Undecided[]) =>
      tryWithin(
        client,
        () => notifyUndecided(client, queue, undecided),
        (error) => log.warn({ err: error }, 'notice of undecided conditions cannot be recorded'),
      ),
  }
}
