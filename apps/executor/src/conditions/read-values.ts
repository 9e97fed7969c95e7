import type { SimpleCondition } from '@knockwire/domain/conditions/condition'
import { operandsOf } from '@knockwire/domain/conditions/operands'
import {
  type Observation,
  parsesBody,
  type PlainSource,
  resolved,
  resolvePlain,
} from '@knockwire/domain/conditions/resolve-value'
import type { ReadJob } from '../sandbox/jobs.ts'
import type { Sandbox, SandboxOutcome } from '../sandbox/sandbox.ts'
import { longestValue, type Reading, readingOf, unread } from './reading.ts'
import type { Rule } from './rule.ts'

/** How values are read out of a body: which account's turn it takes, and how long it may wait for it. */
export type BodyReader = (job: ReadJob) => Promise<SandboxOutcome<ReadJob>>

/** What waits holds its body in memory, so it waits for moments only; longer waits are done on what is stored. */
const longestWaitMs = 3000

/** For an execution that is held in memory. An account whose jobs wait in the line of the slow would hold much of it. */
export const readSoon =
  (sandbox: Sandbox, accountId: string): BodyReader =>
  async (job) =>
    sandbox.isPenalised(accountId)
      ? { kind: 'busy', reason: 'The account’s jobs wait in their own line.' }
      : sandbox.run(accountId, job, { maxWaitMs: longestWaitMs })

/** For one that is stored: whenever its turn comes. */
export const readWhenever =
  (sandbox: Sandbox, accountId: string): BodyReader =>
  (job) =>
    sandbox.run(accountId, job)

interface Plain extends SimpleCondition {
  source: PlainSource
}

/** What is neither parsed nor long is read at once. */
const isPlain = (operand: SimpleCondition, observation: Observation): operand is Plain => {
  if (operand.source === 'response_body_text') return (observation.body?.length ?? 0) <= longestValue
  return !parsesBody(operand.source)
}

/** What an execution gives for a rule's operands, in their order; null where no turn came to read them. */
export const readValues = async (
  readBody: BodyReader,
  { condition }: Rule,
  observation: Observation,
): Promise<Reading[] | null> => {
  const operands = operandsOf(condition)
  const others = operands.filter((operand) => !isPlain(operand, observation))
  const read = others.length === 0 ? [] : await readOutOfBody(readBody, others, observation)
  if (read === null) return null
  let at = 0
  return operands.map((operand) =>
    isPlain(operand, observation)
      ? readingOf(operand, resolved(resolvePlain(operand.source, operand.property, observation)))
      : (read[at++] ?? unread(operand, 'The value could not be read.')),
  )
}

const readOutOfBody = async (
  readBody: BodyReader,
  operands: SimpleCondition[],
  { body }: Observation,
): Promise<Reading[] | null> => {
  if (body === null) return operands.map((operand) => readingOf(operand, resolved(null)))
  const outcome = await readBody({ kind: 'read', body, operands })
  if (outcome.kind === 'answered') return outcome.answer
  return outcome.kind === 'busy' ? null : operands.map((operand) => unread(operand, outcome.reason))
}
