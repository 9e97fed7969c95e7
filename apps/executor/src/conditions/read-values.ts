import { operandsOf, type SimpleCondition } from '@knockwire/domain/conditions/condition'
import { type Observation, resolved } from '@knockwire/domain/conditions/sources/source'
import { sources } from '@knockwire/domain/conditions/sources/registry'
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

/** What is neither parsed nor long is read at once. */
const isPlain = ({ source }: SimpleCondition, observation: Observation): boolean => {
  const { body } = sources[source]
  return body === 'text' ? (observation.body?.length ?? 0) <= longestValue : body === null
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
      ? readingOf(operand, resolved(sources[operand.source].read?.(observation, operand.property) ?? null))
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
