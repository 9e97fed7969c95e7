import type { Observation } from '@knockwire/domain/conditions/resolve-value'
import type pg from 'pg'
import type { Ending } from '../run/execution.ts'
import type { EndingStep } from '../run/record/ending-step.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { decide, type Decision } from './decide.ts'
import { observeEnding } from './observe-ending.ts'
import { readValues } from './read-values.ts'
import type { Reading } from './reading.ts'
import { type Rule, remembers } from './rule.ts'
import type { RuleLoader } from './rule-loader.ts'
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
  /** Writes down what is to be told, and what could not be decided, in the transaction that ends the executions. */
  onDecided: (client: pg.ClientBase, decided: readonly Decided[]) => Promise<void>
  /** Once that transaction is committed. */
  onCommitted: () => void
}

/** A rule of the execution's task, and what was read for its operands. */
interface Asked {
  rule: Rule
  readings: readonly Reading[]
}

const isTest = ({ trigger }: Ending) => trigger === 'TEST'

/** Whether anything is to be written because of it. */
const isEventful = ({ tells, problems }: Decision) => tells !== null || problems.length > 0

/** Decides the conditions of the notifications of each task whose execution ends. */
export const createConditionStep = ({ sandbox, rulesOf, onDecided, onCommitted }: ConditionStepTools): EndingStep => {
  const asked = new WeakMap<Ending, readonly Asked[]>()

  const ask = async (ending: Ending, rule: Rule, observation: Observation): Promise<Asked | null> => {
    const readings = await readValues(sandbox, ending.accountId, rule, observation)
    if (remembers(rule) || isEventful(decide(rule, readings, null, { isTest: isTest(ending) })))
      return { rule, readings }
    return null
  }
  return {
    prepare: async (ending) => {
      const rules = await rulesOf(ending.taskId)
      if (rules.length === 0) return
      const observation = observeEnding(ending.result)
      const found = await Promise.all(rules.map((rule) => ask(ending, rule, observation)))
      const kept = found.filter((one) => one !== null)
      if (kept.length > 0) asked.set(ending, kept)
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
  const remembering = questions.filter(({ rule }) => remembers(rule))
  const held = await holdStates(client, [...new Set(remembering.map(({ rule }) => rule.notificationId))])
  const toSave = new Map<string, StateToSave>()
  const decided = questions.flatMap(({ ending, rule, readings }): Decided[] => {
    const isRemembering = remembers(rule)
    const known = held.get(rule.notificationId)
    // Deleted or edited while this was decided: the edited rule begins with the next execution.
    if (isRemembering && known?.version !== rule.version) return []
    const before = toSave.get(rule.notificationId)?.state ?? known?.state ?? null
    const decision = decide(rule, readings, before, { isTest: isTest(ending) })
    const { notificationId } = rule
    if (isRemembering)
      toSave.set(notificationId, { notificationId, executionId: ending.executionId, state: decision.state })
    return [{ ending, rule, decision }]
  })
  await saveStates(client, [...toSave.values()])
  return decided
}
