import { uuidTime } from '@knockwire/db/uuidv7'
import type { SimpleCondition } from '@knockwire/domain/conditions/condition'
import { operandsOf, usesPreviousValue } from '@knockwire/domain/conditions/condition-rules'
import { partProblem, readPlain } from '@knockwire/domain/conditions/sources/readers'
import { sources } from '@knockwire/domain/conditions/sources/registry'
import type { Observation } from '@knockwire/domain/conditions/sources/source'
import type { ExecutionTrigger } from '@knockwire/domain/executions/execution'
import type { HeaderList, ReadonlyHeaderList } from '@knockwire/domain/headers/header-list'
import { joinedHeader } from '@knockwire/domain/headers/read-headers'
import type { RunResult } from '../run/run.ts'
import type { ReadJob } from '../sandbox/jobs.ts'
import type { Sandbox, SandboxOutcome } from '../sandbox/sandbox.ts'
import { decide, type Decision, rememberedOf } from './decide.ts'
import { type Reading, readingOf, type RememberedValue, unread } from './reading.ts'
import { isStateful, needsPreviousRun, type Rule } from './rules.ts'
import type { UseEarlier } from './previous-runs.ts'

/** How values are read out of what a target wrote: which account's turn it takes, and how long it may wait for it. */
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

/** In characters. Comparing a longer text that a target wrote is not for this thread, whatever the comparison is. */
const shortLength = 1024

/** What is neither parsed nor long is read at once. The body is decoded as it is looked at, so only where it matters. */
const isPlain = ({ source, property }: SimpleCondition, observation: Observation): boolean => {
  const { part, body: read } = sources[source]
  if (part === 'headers') return (joinedHeader(observation.headers ?? [], property.trim()) ?? '').length <= shortLength
  return read === 'text' ? (observation.body?.length ?? 0) <= shortLength : read === null
}

/** What an execution gives for a rule's operands, in their order; null where no turn came to read them. */
export const readValues = async (
  readBody: BodyReader,
  { condition }: Pick<Rule, 'condition'>,
  observation: Observation,
): Promise<Reading[] | null> => {
  const operands = operandsOf(condition)
  const plain = new Set(operands.filter((operand) => isPlain(operand, observation)))
  const others = operands.filter((operand) => !plain.has(operand))
  const read = others.length === 0 ? [] : await readInSandbox(readBody, others, observation)
  if (read === null) return null
  let at = 0
  return operands.map((operand) =>
    plain.has(operand)
      ? readingOf(operand, readPlain(operand, observation))
      : (read[at++] ?? unread(operand, 'The value could not be read.')),
  )
}

/** Of the headers, those that are read, and the one that says how the body is. */
const headersFor = (operands: readonly SimpleCondition[], headers: ReadonlyHeaderList): HeaderList => {
  const inHeaders = operands.filter(({ source }) => sources[source].part === 'headers')
  const names = new Set(['content-type', ...inHeaders.map(({ property }) => property.trim().toLowerCase())])
  return headers.filter(([name]) => names.has(name.toLowerCase())).map(([name, value]) => [name, value])
}

const readInSandbox = async (
  readBody: BodyReader,
  operands: SimpleCondition[],
  observation: Observation,
): Promise<Reading[] | null> => {
  // What could not be read is not worth a turn in the sandbox.
  if (operands.every(({ source }) => partProblem(source, observation) !== null))
    return operands.map((operand) => readingOf(operand, readPlain(operand, observation)))
  const isBodyRead = operands.some(({ source }) => sources[source].part === 'body')
  const job: ReadJob = {
    kind: 'read',
    body: isBodyRead ? observation.body : null,
    bodyProblem: isBodyRead ? (observation.bodyProblem ?? null) : null,
    headers: headersFor(operands, observation.headers ?? []),
    operands,
  }
  const outcome = await readBody(job)
  if (outcome.kind === 'answered') return outcome.answer
  return outcome.kind === 'busy' ? null : operands.map((operand) => unread(operand, outcome.reason))
}

/** What conditions are decided on: an execution, or a request that a receiver got, which is never a test. */
export interface DecidedSubject {
  /** The execution or the received request. */
  subjectId: string
  accountId: string
  trigger: ExecutionTrigger | 'REQUEST'
}

/** The execution that conditions are decided on. */
export type DecidedExecution = Pick<RunResult, 'executionId' | 'taskId' | 'accountId' | 'trigger'>

export const subjectOfExecution = ({ executionId, accountId, trigger }: DecidedExecution): DecidedSubject => ({
  subjectId: executionId,
  accountId,
  trigger,
})

/** A rule of the subject's task or receiver, and what was read for its operands. */
export interface ReadRule {
  rule: Rule
  readings: readonly Reading[]
  /** What earlier executions gave that this one is compared with, where the rule remembers nothing of them. */
  valuesBefore: (RememberedValue | null)[] | null
}

export interface ReadRulesTools {
  readBody: BodyReader
  /** What came before it, for the rules that compare with that and remember none. */
  readPrevious: ReadPrevious
}

/** Has the subjects before this one used, the newest first; gives null where no turn came to read any. */
export type ReadPrevious = <T>(use: UseEarlier<T>) => Promise<T | null>

export const isTest = ({ trigger }: Pick<DecidedSubject, 'trigger'>) => trigger === 'TEST'

/** Whether anything is to be written because of it. */
export const isEventful = ({ occasion, problems }: Decision) => occasion !== null || problems.length > 0

/** Those rules for which there is something to decide or to remember; null where no turn came to read a value. */
export const readRules = async (
  subject: DecidedSubject,
  rules: readonly Rule[],
  observation: Observation,
  { readBody, readPrevious }: ReadRulesTools,
): Promise<ReadRule[] | null> => {
  const all = await Promise.all(rules.map((rule) => readValues(readBody, rule, observation)))
  const read: ReadRule[] = []
  const when = { isTest: isTest(subject), startedAt: new Date(uuidTime(subject.subjectId)) }
  for (const [at, rule] of rules.entries()) {
    const readings = all[at]
    if (!readings) return null
    if (isStateful(rule) || isEventful(decide(rule, readings, null, when)))
      read.push({ rule, readings, valuesBefore: null })
  }
  if (!read.some(({ rule }) => needsPreviousRun(rule))) return read
  return readPrevious((next) => readBefore(read, next, readBody))
}

/**
 * Executions are looked through for one to compare with, where the rule remembers none yet. After an outage of more, the
 * next execution counts as the first.
 */
const mostEarlierRuns = 20

const readBefore = async (
  read: readonly ReadRule[],
  next: () => Promise<Observation | null>,
  readBody: BodyReader,
): Promise<ReadRule[] | null> => {
  let found = [...read]
  for (let count = 0; count < mostEarlierRuns && found.some(isIncomplete); count += 1) {
    const before = await next()
    if (before === null) return found
    const all = await Promise.all(found.map((one) => withValuesOf(one, before, readBody)))
    found = all.filter((one) => one !== null)
    if (found.length < all.length) return null
  }
  return found
}

/** Whether it has an operand for which nothing was found yet that it is compared with. */
const isIncomplete = ({ rule, valuesBefore }: ReadRule): boolean =>
  needsPreviousRun(rule) &&
  operandsOf(rule.condition).some((operand, at) => usesPreviousValue(operand) && !valuesBefore?.[at])

/** Null where no turn came to read a value. */
const withValuesOf = async (one: ReadRule, before: Observation, readBody: BodyReader): Promise<ReadRule | null> => {
  if (!isIncomplete(one)) return one
  const readings = await readValues(readBody, one.rule, before)
  return readings && { ...one, valuesBefore: rememberedOf(one.rule, readings, one.valuesBefore) }
}
