import type { SimpleCondition } from '@knockwire/domain/conditions/condition'
import { operandsOf } from '@knockwire/domain/conditions/operands'
import {
  type BodySource,
  type Observation,
  parsesBody,
  type PlainSource,
  resolved,
  type Resolved,
  resolvePlain,
  unresolved,
} from '@knockwire/domain/conditions/resolve-value'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Rule } from './rule.ts'

interface Plain extends SimpleCondition {
  source: PlainSource
}
interface Parsing extends SimpleCondition {
  source: BodySource
}

const isParsing = (operand: SimpleCondition): operand is Parsing => parsesBody(operand.source)
const isPlain = (operand: SimpleCondition): operand is Plain => !parsesBody(operand.source)

/** The values of a rule's operands, in their order. What has to be parsed is parsed in the sandbox. */
export const readValues = async (
  sandbox: Sandbox,
  accountId: string,
  { condition }: Rule,
  observation: Observation,
): Promise<Resolved[]> => {
  const operands = operandsOf(condition)
  const parsed = await parseValues(sandbox, accountId, operands.filter(isParsing), observation)
  let at = 0
  return operands.map((operand) =>
    isPlain(operand)
      ? resolved(resolvePlain(operand.source, operand.property, observation))
      : (parsed[at++] ?? unresolved('The value could not be read.')),
  )
}

const parseValues = async (
  sandbox: Sandbox,
  accountId: string,
  operands: readonly Parsing[],
  { body }: Observation,
): Promise<Resolved[]> => {
  if (operands.length === 0) return []
  if (body === null) return operands.map(() => resolved(null))
  const asked = operands.map(({ source, property }) => ({ source, property }))
  const outcome = await sandbox.run(accountId, { kind: 'read', body, operands: asked })
  return outcome.kind === 'answered' ? outcome.answer : operands.map(() => unresolved(outcome.reason))
}
