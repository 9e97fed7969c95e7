import { uuidTime } from '@knockwire/db/uuidv7'
import type { SimpleCondition } from '@knockwire/domain/conditions/condition'
import { operandsOf } from '@knockwire/domain/conditions/condition-rules'
import { sources } from '@knockwire/domain/conditions/sources/registry'
import { type Observation, resolved } from '@knockwire/domain/conditions/sources/source'
import type { RunResult } from '../run/execution.ts'
import type { ReadJob } from '../sandbox/jobs.ts'
import type { Sandbox, SandboxOutcome } from '../sandbox/sandbox.ts'
import { decide, type Decision, rememberedOf } from './decide.ts'
import { longestValue, type Reading, readingOf, type RememberedValue, unread } from './reading.ts'
import { isStateful, needsPreviousRun, type Rule } from './rules.ts'
import type { PreviousRunReader } from './previous-runs.ts'

/** How values are read out of a body: which account's turn it takes, and how long it may wait for it. */
type BodyReader = (job: ReadJob) => Promise<SandboxOutcome<ReadJob>>

/** What waits holds its body in memory, so it waits briefly only; longer waits are done on what is stored. */
export const longestWaitMs = 3000

/** For an execution that is kept in memory. An account whose jobs wait in the penalised queue would hold much of it. */
export const readWithTimeout =
  (sandbox: Sandbox, accountId: string): BodyReader =>
  async (job) =>
    sandbox.isPenalised(accountId)
      ? { kind: 'busy', reason: 'The account’s jobs wait in their own line.' }
      : sandbox.run(accountId, job, { maxWaitMs: longestWaitMs })

/** For one that is stored: whenever its turn comes. */
export const readEventually =
  (sandbox: Sandbox, accountId: string): BodyReader =>
  (job) =>
    sandbox.run(accountId, job)

/** What is neither parsed nor long is read at once. */
const isPlain = ({ source }: SimpleCondition, observation: Observation): boolean => {
  const { body } = sources[source]
  return body === 'text' ? (observation.body?.length ?? 0) <= longestValue : body === null
}

/** What an execution gives for a rule's operands, in their order; null where no turn came to read them. */
const readValues = async (
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

/** The execution that conditions are decided on. */
export type DecidedExecution = Pick<RunResult, 'executionId' | 'taskId' | 'accountId' | 'trigger'>

/** A rule of the execution's task, and what was read for its operands. */
export interface ReadRule {
  rule: Rule
  readings: readonly Reading[]
  /** What the execution before gave, where the rule remembers nothing of it. */
  valuesBefore: (RememberedValue | null)[] | null
}

interface ReadRulesTools {
  readBody: BodyReader
  readPrevious: PreviousRunReader
}

export const isTest = ({ trigger }: DecidedExecution) => trigger === 'TEST'

/** Whether anything is to be written because of it. */
export const isEventful = ({ occasion, problems }: Decision) => occasion !== null || problems.length > 0

/** Those rules for which there is something to decide or to remember; null where no turn came to read a value. */
export const readRules = async (
  execution: DecidedExecution,
  rules: readonly Rule[],
  observation: Observation,
  { readBody, readPrevious }: ReadRulesTools,
): Promise<ReadRule[] | null> => {
  const all = await Promise.all(rules.map((rule) => readValues(readBody, rule, observation)))
  const read: ReadRule[] = []
  const when = { isTest: isTest(execution), startedAt: new Date(uuidTime(execution.executionId)) }
  for (const [at, rule] of rules.entries()) {
    const readings = all[at]
    if (!readings) return null
    if (isStateful(rule) || isEventful(decide(rule, readings, null, when)))
      read.push({ rule, readings, valuesBefore: null })
  }
  if (!read.some(({ rule }) => needsPreviousRun(rule))) return read
  return readPrevious(execution, async (before) => (before === null ? read : readBefore(read, before, readBody)))
}

const readBefore = async (read: readonly ReadRule[], before: Observation, readBody: BodyReader) => {
  const all = await Promise.all(
    read.map(async (one): Promise<ReadRule | null> => {
      if (!needsPreviousRun(one.rule)) return one
      const readings = await readValues(readBody, one.rule, before)
      return readings && { ...one, valuesBefore: rememberedOf(one.rule, readings) }
    }),
  )
  const found = all.filter((one) => one !== null)
  return found.length < all.length ? null : found
}
