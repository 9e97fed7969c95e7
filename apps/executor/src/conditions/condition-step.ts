import type { Observation } from '@knockwire/domain/conditions/resolve-value'
import { untold } from '@knockwire/domain/notifications/decide-firing'
import type pg from 'pg'
import type { Ending } from '../run/execution.ts'
import type { EndingStep } from '../run/record/ending-step.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { decide, type Decision, rememberedOf, type RuleState } from './decide.ts'
import { observeEnding } from './observe-ending.ts'
import { readValues } from './read-values.ts'
import type { Reading } from './reading.ts'
import type { RememberedValue } from './remembered-value.ts'
import { comparesFirst, type Rule, remembers } from './rule.ts'
import type { RuleLoader } from './rule-loader.ts'
import type { RunBeforeLoader } from './run-before.ts'
import { holdStates, saveStates, type StateToSave } from './rule-states.ts'

/** What one rule makes of one execution. */
export interface Decided {
  ending: Ending
  rule: Rule
  decision: Decision
}

export interface ConditionStepTools {
  sandbox: Sandbox
  rulesOf: RuleLoader
  runBefore: RunBeforeLoader
  /** Writes down what is to be told, and what could not be decided, in the transaction that ends the executions. */
  onDecided: (client: pg.ClientBase, decided: readonly Decided[]) => Promise<void>
  /** Once that transaction is committed. */
  onCommitted: () => void
}

/** A rule of the execution's task, and what was read for its operands. */
interface Asked {
  rule: Rule
  readings: readonly Reading[]
  /** What the execution before gave, where the rule remembers nothing of it. */
  valuesBefore: (RememberedValue | null)[] | null
}

const isTest = ({ trigger }: Ending) => trigger === 'TEST'

/** Whether anything is to be written because of it. */
const isEventful = ({ tells, problems }: Decision) => tells !== null || problems.length > 0

/** Decides the conditions of the notifications of each task whose execution ends. */
export const createConditionStep = (tools: ConditionStepTools): EndingStep => {
  const { sandbox, rulesOf, runBefore, onDecided, onCommitted } = tools
  const asked = new WeakMap<Ending, readonly Asked[]>()

  const ask = async (ending: Ending, rule: Rule, observation: Observation): Promise<Asked | null> => {
    const readings = await readValues(sandbox, ending.accountId, rule, observation)
    if (remembers(rule) || isEventful(decide(rule, readings, null, { isTest: isTest(ending) })))
      return { rule, readings, valuesBefore: null }
    return null
  }
  const askOfBefore = async (one: Asked, accountId: string, before: Observation): Promise<Asked> => {
    if (!comparesFirst(one.rule)) return one
    return { ...one, valuesBefore: rememberedOf(one.rule, await readValues(sandbox, accountId, one.rule, before)) }
  }
  const lookBack = async (ending: Ending, kept: readonly Asked[]): Promise<readonly Asked[]> => {
    const before = kept.some(({ rule }) => comparesFirst(rule)) ? await runBefore(ending) : null
    return before === null ? kept : Promise.all(kept.map((one) => askOfBefore(one, ending.accountId, before)))
  }
  return {
    prepare: async (ending) => {
      const rules = await rulesOf(ending.taskId)
      if (rules.length === 0) return
      const observation = observeEnding(ending.result)
      const found = await Promise.all(rules.map((rule) => ask(ending, rule, observation)))
      const kept = found.filter((one) => one !== null)
      if (kept.length > 0) asked.set(ending, await lookBack(ending, kept))
    },
    concerns: (ending) => asked.has(ending),
    record: async (client, recorded) => {
      const questions = recorded.flatMap(({ ending }) =>
        (asked.get(ending) ?? []).map((question) => ({ ending, ...question })),
      )
      const decided = await decideAll(client, questions)
      const eventful = decided.filter(({ decision }) => isEventful(decision))
      if (eventful.length > 0) await onDecided(client, eventful)
    },
    onCommitted,
  }
}

interface Question extends Asked {
  ending: Ending
}

/** In the order in which the executions ended, since one may bear on the next. */
const decideAll = async (client: pg.ClientBase, questions: readonly Question[]): Promise<Decided[]> => {
  const held = await holdStates(client, [...new Set(questions.map(({ rule }) => rule.notificationId))])
  const toSave = new Map<string, StateToSave>()
  const decided = questions.flatMap(({ ending, rule, readings, valuesBefore }): Decided[] => {
    const { notificationId, version } = rule
    const known = held.get(notificationId)
    // Deleted or edited while this was decided: the edited rule begins with the next execution.
    if (known?.version !== version) return []
    const before = toSave.get(notificationId)?.state ?? known.state ?? firstState(valuesBefore)
    const decision = decide(rule, readings, before, { isTest: isTest(ending) })
    if (remembers(rule))
      toSave.set(notificationId, { notificationId, executionId: ending.executionId, state: decision.state })
    return [{ ending, rule, decision }]
  })
  await saveStates(client, [...toSave.values()])
  return decided
}

const firstState = (lastValues: Asked['valuesBefore']): RuleState | null =>
  lastValues === null ? null : { ...untold, lastValues }
