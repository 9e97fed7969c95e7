import { noAlert } from '@knockwire/domain/notifications/firing'
import type pg from 'pg'
import { decide, type Decision, type RuleState } from './decide.ts'
import { type DecidedExecution, isTest, type ReadRule } from './read-rules.ts'
import { type Rule, remembers } from './rule.ts'
import { holdStates, saveStates, type StateToSave } from './rule-states.ts'

/** What one rule makes of one execution. */
export interface Decided {
  execution: DecidedExecution
  rule: Rule
  decision: Decision
}

export interface RuleToDecide extends ReadRule {
  execution: DecidedExecution
}

/** In the order given, which is that in which the executions ended, since one may bear on the next. */
export const decideAll = async (client: pg.ClientBase, rules: readonly RuleToDecide[]): Promise<Decided[]> => {
  const held = await holdStates(client, [...new Set(rules.map(({ rule }) => rule.notificationId))])
  const toSave = new Map<string, StateToSave>()
  const decided = rules.flatMap(({ execution, rule, readings, valuesBefore }): Decided[] => {
    const { notificationId, version } = rule
    const known = held.get(notificationId)
    // Deleted or edited while this was decided: the edited rule begins with the next execution.
    if (known?.version !== version) return []
    const before = toSave.get(notificationId)?.state ?? known.state ?? firstState(valuesBefore)
    const decision = decide(rule, readings, before, { isTest: isTest(execution) })
    if (remembers(rule))
      toSave.set(notificationId, { notificationId, executionId: execution.executionId, state: decision.state })
    return [{ execution, rule, decision }]
  })
  await saveStates(client, [...toSave.values()])
  return decided
}

const firstState = (lastValues: ReadRule['valuesBefore']): RuleState | null =>
  lastValues === null ? null : { ...noAlert, lastValues }
