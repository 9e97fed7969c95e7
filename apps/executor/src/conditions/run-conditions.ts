import type pg from 'pg'
import { isInconclusiveOutcome, type RunResult } from '../run/run.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { decideAll, type Decided } from './decide-rules.ts'
import { defer, type DeferredExecution, findTasksWithDeferred } from './deferred/deferred-rows.ts'
import { observeOutcome, type PreviousRunLoader } from './observations.ts'
import { readPreviousRunInTurn } from './previous-runs.ts'
import {
  isEventful,
  readEventually,
  type ReadRule,
  readRules,
  type ReadRulesTools,
  readWithTimeout,
  subjectOfExecution,
} from './read-rules.ts'
import { loadRules, type Rule, type RuleLoader } from './rules.ts'
import type { Undecided } from './undecided.ts'

/** What is to be decided on a run as it is recorded, by these rules. */
export type ToDecide =
  | { kind: 'READ'; rules: readonly Rule[]; read: readonly ReadRule[] }
  /** No turn came to read the values: the execution is recorded at once, and decided later. */
  | { kind: 'UNREAD'; rules: readonly Rule[] }
  /** Deciding them has failed before. */
  | { kind: 'UNDECIDABLE'; rules: readonly Rule[] }

/** A run that is recorded, and what is to be decided on it. */
export interface RunToDecide {
  result: RunResult
  toDecide: ToDecide
}

/** The conditions of the notifications of each task whose execution ends. */
export interface RunConditions {
  /**
   * Reads what they are decided by, before the result joins a batch to be recorded: slow work here delays this execution alone.
   * Null where nothing is to be decided.
   */
  read: (result: RunResult) => Promise<ToDecide | null>
  /**
   * The same within a transaction, which nothing slow may keep open: what takes a turn in the sandbox or an earlier execution is left to
   * be decided later. Those with nothing to decide are missing.
   */
  readWithin: (client: pg.ClientBase, results: readonly RunResult[]) => Promise<Map<RunResult, ToDecide>>
  /** Instead, where that has failed, or the decision: their owner is notified that they could not be decided. */
  readNotice: (result: RunResult) => Promise<ToDecide | null>
  /**
   * Decides in the transaction that records the results, or has that done later. It may be repeated with the transaction. What
   * it returns is to be called once that is committed.
   */
  decide: (client: pg.ClientBase, runs: readonly RunToDecide[]) => Promise<() => void>
}

export interface RunConditionsTools {
  sandbox: Sandbox
  rulesOf: RuleLoader
  previousRunOf: PreviousRunLoader
  /** Writes the deliveries that are due, and what could not be decided. */
  writeDecided: (client: pg.ClientBase, decided: readonly Decided[]) => Promise<void>
  /** Writes notices that conditions could not be decided. Never throws. */
  writeUndecided: (client: pg.ClientBase, undecided: readonly Undecided[]) => Promise<void>
  /** Deliveries may have been queued. */
  wakeDeliveries: () => void
  /** Executions wait to be decided. */
  wakeDeferred: () => void
}

export const createRunConditions = (tools: RunConditionsTools): RunConditions => {
  const { sandbox, rulesOf, previousRunOf } = tools
  const readPrevious = readPreviousRunInTurn(previousRunOf)
  return {
    read: async (result) => {
      if (!isConclusive(result)) return null
      const { known, accountId } = result
      // What is decided later is decided on what is recorded, and what is known here will not be.
      const readBody = known === undefined ? readWithTimeout(sandbox, accountId) : readEventually(sandbox, accountId)
      return readBy(await rulesOf(result), result, { readBody, readPrevious: (use) => readPrevious(result, use) })
    },
    readWithin: async (client, results) => {
      const conclusive = results.filter(isConclusive)
      const rules = await loadRules(
        client,
        conclusive.map(({ taskId }) => taskId),
      )
      const toDecide = new Map<RunResult, ToDecide>()
      for (const result of conclusive) {
        const one = await readBy(rules.get(result.taskId) ?? [], result, readNothing)
        if (one !== null) toDecide.set(result, one)
      }
      return toDecide
    },
    readNotice: async (result) => {
      const rules = await rulesOf(result)
      return rules.length === 0 ? null : { kind: 'UNDECIDABLE', rules }
    },
    decide: (client, runs) => decideRuns(client, runs, tools),
  }
}

/** Else it says nothing about the target: no condition is met or ended by it, and none is compared with it. */
const isConclusive = ({ known, outcome }: RunResult) => !isInconclusiveOutcome(known ?? outcome)

const readNothing: ReadRulesTools = {
  readBody: async () => ({ kind: 'busy', reason: 'It is read later.' }),
  readPrevious: async () => null,
}

const readBy = async (rules: readonly Rule[], result: RunResult, tools: ReadRulesTools): Promise<ToDecide | null> => {
  if (rules.length === 0) return null
  const observation = observeOutcome(result.known ?? result.outcome)
  const read = await readRules(subjectOfExecution(result), rules, observation, tools)
  if (read === null) return { kind: 'UNREAD', rules }
  return read.length === 0 ? null : { kind: 'READ', rules, read }
}

const decideRuns = async (client: pg.ClientBase, runs: readonly RunToDecide[], tools: RunConditionsTools) => {
  const { writeDecided, writeUndecided, wakeDeliveries, wakeDeferred } = tools
  const { now, later, undecidable } = await divide(client, runs)
  await defer(client, later.map(toDeferred))
  const decided = now.length === 0 ? [] : await decideAll(client, now)
  const eventful = decided.filter(({ decision }) => isEventful(decision))
  if (eventful.length > 0) await writeDecided(client, eventful)
  if (undecidable.length > 0) await writeUndecided(client, undecidable)
  return () => {
    wakeDeliveries()
    if (later.length > 0) wakeDeferred()
  }
}

/** Where an earlier execution of the task still waits, its conditions are decided first. */
const divide = async (client: pg.ClientBase, runs: readonly RunToDecide[]) => {
  const decidable = runs.filter(({ toDecide }) => toDecide.kind !== 'UNDECIDABLE')
  const waiting = await findTasksWithDeferred(client, [...new Set(decidable.map(({ result }) => result.taskId))])
  const now = decidable.flatMap(({ result, toDecide }) =>
    toDecide.kind === 'READ' && !waiting.has(result.taskId)
      ? toDecide.read.map((one) => ({ ...one, subject: subjectOfExecution(result) }))
      : [],
  )
  return {
    now,
    later: decidable.filter(({ result, toDecide }) => toDecide.kind === 'UNREAD' || waiting.has(result.taskId)),
    undecidable: runs.flatMap(({ result, toDecide }) =>
      toDecide.kind === 'UNDECIDABLE' ? { execution: result, rules: toDecide.rules } : [],
    ),
  }
}

const toDeferred = ({ result, toDecide }: RunToDecide): DeferredExecution => ({
  executionId: result.executionId,
  taskId: result.taskId,
  accountId: result.accountId,
  ruleVersions: Object.fromEntries(toDecide.rules.map(({ notificationId, version }) => [notificationId, version])),
})
