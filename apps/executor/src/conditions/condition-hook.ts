import type pg from 'pg'
import type { RunResult } from '../run/execution.ts'
import type { PostRunHook } from '../run/record-results.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { decideAll, type Decided } from './decide-all.ts'
import { defer, type DeferredExecution, findTasksWithDeferred } from './deferred/deferred-rows.ts'
import { observeOutcome } from './observe-ending.ts'
import { isEventful, type ReadRule, readRules } from './read-rules.ts'
import { readSoon } from './read-values.ts'
import type { Rule } from './rule.ts'
import type { RuleLoader } from './rule-loader.ts'
import type { RunBeforeLoader } from './run-before.ts'

export interface ConditionHookTools {
  sandbox: Sandbox
  rulesOf: RuleLoader
  runBefore: RunBeforeLoader
  /** Writes down what is to be told, and what could not be decided, in the transaction that ends the executions. */
  onDecided: (client: pg.ClientBase, decided: readonly Decided[]) => Promise<void>
  /** Once that transaction is committed. */
  onCommitted: () => void
  /** Executions wait to be decided, once that transaction is committed. */
  onDeferred: () => void
}

/** The rules that an execution is to be decided by. */
interface Prepared {
  rules: readonly Rule[]
  /** Null where no turn came to read the values: the execution is recorded at once, and decided later. */
  read: readonly ReadRule[] | null
}

/** Decides the conditions of the notifications of each task whose execution ends, or has them decided later. */
export const createConditionHook = (tools: ConditionHookTools): PostRunHook => {
  const { sandbox, rulesOf, runBefore, onDecided, onCommitted, onDeferred } = tools
  let hasDeferred = false
  const preparedOf = new WeakMap<RunResult, Prepared>()
  return {
    prepare: async (result) => {
      const rules = await rulesOf(result.taskId)
      if (rules.length === 0) return
      const readBody = readSoon(sandbox, result.accountId)
      const read = await readRules(result, rules, observeOutcome(result.outcome), { readBody, runBefore })
      if (read?.length !== 0) preparedOf.set(result, { rules, read })
    },
    appliesTo: (result) => preparedOf.has(result),
    record: async (client, recorded) => {
      const prepared = recorded.flatMap(({ result }) => {
        const one = preparedOf.get(result)
        return one ? [{ result, ...one }] : []
      })
      // Where an earlier execution of the task still waits, its conditions are decided first.
      const waiting = await findTasksWithDeferred(client, [...new Set(prepared.map(({ result }) => result.taskId))])
      const isLater = ({ result, read }: (typeof prepared)[number]) => read === null || waiting.has(result.taskId)
      const later = prepared.filter(isLater)
      await defer(client, later.map(toDeferred))
      hasDeferred ||= later.length > 0
      const now = prepared.filter((one) => !isLater(one))
      const rules = now.flatMap(({ result, read }) => (read ?? []).map((one) => ({ ...one, execution: result })))
      const decided = rules.length === 0 ? [] : await decideAll(client, rules)
      const eventful = decided.filter(({ decision }) => isEventful(decision))
      if (eventful.length > 0) await onDecided(client, eventful)
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
