import type { SimpleCondition } from '@knockwire/domain/conditions/condition'
import { operandsOf } from '@knockwire/domain/conditions/operands'
import {
  type Observation,
  parsesBody,
  type PlainSource,
  resolved,
  resolvePlain,
} from '@knockwire/domain/conditions/resolve-value'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { longestValue, type Reading, readingOf, unread, untried } from './reading.ts'
import type { Rule } from './rule.ts'

interface Plain extends SimpleCondition {
  source: PlainSource
}

/** What is neither parsed nor long is read at once. */
const isPlain = (operand: SimpleCondition, observation: Observation): operand is Plain => {
  if (operand.source === 'response_body_text') return (observation.body?.length ?? 0) <= longestValue
  return !parsesBody(operand.source)
}

/** What an execution gives for a rule's operands, in their order. */
export const readValues = async (
  sandbox: Sandbox,
  accountId: string,
  { condition }: Rule,
  observation: Observation,
): Promise<Reading[]> => {
  const operands = operandsOf(condition)
  const others = operands.filter((operand) => !isPlain(operand, observation))
  const read = others.length === 0 ? [] : await readInSandbox(sandbox, accountId, others, observation)
  let at = 0
  return operands.map((operand) =>
    isPlain(operand, observation)
      ? readingOf(operand, resolved(resolvePlain(operand.source, operand.property, observation)))
      : (read[at++] ?? unread(operand, 'The value could not be read.')),
  )
}

const longestWaitMs = 15_000

const readInSandbox = async (
  sandbox: Sandbox,
  accountId: string,
  operands: SimpleCondition[],
  { body }: Observation,
): Promise<Reading[]> => {
  if (body === null) return operands.map((operand) => readingOf(operand, resolved(null)))
  const outcome = await sandbox.run(accountId, { kind: 'read', body, operands }, { maxWaitMs: longestWaitMs })
  if (outcome.kind === 'answered') return outcome.answer
  const toReading = outcome.kind === 'busy' ? untried : unread
  return operands.map((operand) => toReading(operand, outcome.reason))
}
