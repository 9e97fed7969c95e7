import type { Condition } from '@knockwire/domain/conditions/condition'
import { operandsOf } from '@knockwire/domain/conditions/condition-rules'
import { evaluateCondition } from '@knockwire/domain/conditions/evaluate'
import { readEventually, readValues } from '../../conditions/read-rules.ts'
import { unread } from '../../conditions/reading.ts'
import { type Candidate, type DecisionLoop, startDecisionLoop } from '../../conditions/requests/decision-loop.ts'
import { observeRequest } from '../../conditions/requests/observe-request.ts'
import type { ExecutorContext } from '../../context.ts'
import {
  type DecidedSignal,
  findCandidates,
  loadCondition,
  releaseLeases,
  takeOldest,
  type UndecidedSignal,
  writeDecided,
} from './undecided-signals.ts'

export type SignalTools = Pick<ExecutorContext, 'database' | 'sandbox' | 'secrets'>

const batchSize = 50
/** Each holds a body of up to 1 MiB until its values are read. */
const atOnce = 5

/**
 * Decides by their requests which successes are some, where an expectation has a condition. What could not be read does not meet it. Nothing
 * but the kind of a signal is written: its heartbeat takes it in its place in the order of commits.
 */
export const startSignalDecisions = (
  context: SignalTools & Pick<ExecutorContext, 'log' | 'onError'>,
  onDecided: () => void,
): DecisionLoop => {
  const { pool } = context.database
  return startDecisionLoop(context, {
    findCandidates: () => findCandidates(pool),
    decide: (candidate) => decideSignals(candidate, context),
    failOldest: (candidate) => passOldest(candidate, context),
    releaseLeases: (receiverIds) => releaseLeases(pool, receiverIds),
    onDecided,
  })
}

/** The oldest of a receiver's, as far as they can be read now. */
export const decideSignals = async (candidate: Candidate, tools: SignalTools): Promise<void> => {
  const { pool } = tools.database
  const { receiverId } = candidate
  const taken = await takeOldest(pool, receiverId, batchSize)
  const condition = await loadCondition(pool, receiverId)
  const decided: DecidedSignal[] = []
  for (let from = 0; from < taken.length; from += atOnce) {
    const group = taken.slice(from, from + atOnce)
    const kinds = await Promise.all(group.map((signal) => kindOf(signal, condition, candidate, tools)))
    const known = group.flatMap((signal, at) => {
      const kind = kinds[at] ?? null
      return kind === null ? [] : [{ ...signal, kind }]
    })
    decided.push(...known)
    // The process ends, and another decides the others.
    if (known.length < group.length) break
  }
  if (decided.length > 0) await writeDecided(pool, receiverId, decided)
}

/** By an error of ours nobody is alerted: the oldest counts as what it says, a success. */
export const passOldest = async ({ receiverId }: Candidate, { database: { pool } }: SignalTools): Promise<void> => {
  const oldest = await takeOldest(pool, receiverId, 1)
  await writeDecided(
    pool,
    receiverId,
    oldest.map((signal) => ({ ...signal, kind: 'SUCCESS' })),
  )
}

/** Null where no turn came to read a value. */
const kindOf = async (
  { requestId }: UndecidedSignal,
  condition: Condition | null,
  { accountId }: Candidate,
  { database, sandbox, secrets }: SignalTools,
): Promise<DecidedSignal['kind'] | null> => {
  const observation = await observeRequest(database.pool, secrets, requestId)
  if (observation === null) return 'LOG'
  if (condition === null) return 'SUCCESS'
  const readings = await readValues(readEventually(sandbox, accountId), { condition }, observation)
  if (readings === null) return null
  const values = operandsOf(condition).map((operand, at) => {
    const current = readings[at] ?? unread(operand, 'The value could not be read.')
    return { current, previous: null, holds: current.holds }
  })
  return evaluateCondition(condition, values).holds ? 'SUCCESS' : 'UNMET'
}
