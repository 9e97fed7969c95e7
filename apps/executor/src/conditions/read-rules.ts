import type { Observation } from '@knockwire/domain/conditions/sources/source'
import type { RunResult } from '../run/execution.ts'
import { decide, type Decision, rememberedOf } from './decide.ts'
import { type BodyReader, readValues } from './read-values.ts'
import type { Reading } from './reading.ts'
import type { RememberedValue } from './remembered-value.ts'
import { comparesFirst, type Rule, remembers } from './rule.ts'
import type { RunBeforeLoader } from './run-before.ts'

/** The execution that conditions are decided on. */
export type DecidedExecution = Pick<RunResult, 'executionId' | 'taskId' | 'accountId' | 'trigger'>

/** A rule of the execution's task, and what was read for its operands. */
export interface ReadRule {
  rule: Rule
  readings: readonly Reading[]
  /** What the execution before gave, where the rule remembers nothing of it. */
  valuesBefore: (RememberedValue | null)[] | null
}

export interface ReadRulesTools {
  readBody: BodyReader
  runBefore: RunBeforeLoader
}

export const isTest = ({ trigger }: DecidedExecution) => trigger === 'TEST'

/** Whether anything is to be written because of it. */
export const isEventful = ({ tells, problems }: Decision) => tells !== null || problems.length > 0

/** Those rules for which there is something to decide or to remember; null where no turn came to read a value. */
export const readRules = async (
  execution: DecidedExecution,
  rules: readonly Rule[],
  observation: Observation,
  { readBody, runBefore }: ReadRulesTools,
): Promise<ReadRule[] | null> => {
  const all = await Promise.all(rules.map((rule) => readValues(readBody, rule, observation)))
  const read: ReadRule[] = []
  for (const [at, rule] of rules.entries()) {
    const readings = all[at]
    if (!readings) return null
    if (remembers(rule) || isEventful(decide(rule, readings, null, { isTest: isTest(execution) })))
      read.push({ rule, readings, valuesBefore: null })
  }
  const before = read.some(({ rule }) => comparesFirst(rule)) ? await runBefore(execution) : null
  return before === null ? read : readBefore(read, before, readBody)
}

const readBefore = async (read: readonly ReadRule[], before: Observation, readBody: BodyReader) => {
  const all = await Promise.all(
    read.map(async (one): Promise<ReadRule | null> => {
      if (!comparesFirst(one.rule)) return one
      const readings = await readValues(readBody, one.rule, before)
      return readings && { ...one, valuesBefore: rememberedOf(one.rule, readings) }
    }),
  )
  const found = all.filter((one) => one !== null)
  return found.length < all.length ? null : found
}
